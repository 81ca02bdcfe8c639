/** `message` is shown to users, `code` is the stable identifier for clients. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details?: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'HttpError';
  }
}

const factory = (status: number) => (code: string, message: string, details?: unknown) =>
  new HttpError(status, code, message, details);

export const badRequest = factory(400);
export const unauthorized = factory(401);
export const forbidden = factory(403);
export const notFound = factory(404);
export const conflict = factory(409);
export const gone = factory(410);
export const tooLarge = factory(413);
export const unsupportedType = factory(415);
export const unprocessable = factory(422);
export const unavailable = (message = 'The service is busy right now. Please try again in a moment.') =>
  new HttpError(503, 'unavailable', message, undefined, { 'Retry-After': '2' });
export const tooManyRequests = (retryAfterSeconds: number) =>
  new HttpError(
    429,
    'rate_limited',
    `Too many requests. Please try again in ${retryAfterSeconds} second${retryAfterSeconds === 1 ? '' : 's'}.`,
    undefined,
    { 'Retry-After': String(retryAfterSeconds) },
  );

export const unknownDevice = () =>
  unauthorized('auth.invalid', 'This device is not known. Please link the page again.');
