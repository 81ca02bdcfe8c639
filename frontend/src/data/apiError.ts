export interface ApiError {
  readonly status: number;
  /** The documented message: 'Unauthorized', 'Not authenticated' or 'API request failed with status ...'. */
  readonly message: string;
  readonly error?: string;
  readonly code?: string;
  readonly details?: unknown;
}

export const UNAUTHORIZED_MESSAGE = 'Unauthorized';
export const NOT_AUTHENTICATED_MESSAGE = 'Not authenticated';

const fieldOf = (error: unknown, field: keyof ApiError): unknown =>
  typeof error === 'object' && error !== null && field in error ? error[field as keyof typeof error] : undefined;

const textOf = (error: unknown, field: keyof ApiError): string | undefined => {
  const value = fieldOf(error, field);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Whether the user is signed out. Not shown: the route guards open the sign-in (spec section 8, 'Pages and queue'). */
export const isSignedOutError = (error: unknown): boolean =>
  [UNAUTHORIZED_MESSAGE, NOT_AUTHENTICATED_MESSAGE].includes(textOf(error, 'message') ?? '');

export const errorSentence = (error: unknown, fallback: string): string => textOf(error, 'error') ?? fallback;

export const failureSentence = (error: unknown, fallback: string): string | null =>
  error && !isSignedOutError(error) ? errorSentence(error, fallback) : null;

/** The admin lists' message: the server's sentence, else the message of the failed call (spec section 8, 'Admin'). */
export const serverOrErrorMessage = (error: unknown): string =>
  textOf(error, 'error') ?? textOf(error, 'message') ?? 'API request failed';

/** The public screens' message: the response's error field or the HTTP status (spec section 7, 'Preview and admin'). */
export function publicErrorMessage(error: unknown): string {
  const status = fieldOf(error, 'status');
  const bareStatus = typeof status === 'number' && status > 0 ? `HTTP error! status: ${status}` : undefined;
  return textOf(error, 'error') ?? bareStatus ?? textOf(error, 'message') ?? 'HTTP error! status: 0';
}

export const errorCode = (error: unknown): string | undefined => textOf(error, 'code');
