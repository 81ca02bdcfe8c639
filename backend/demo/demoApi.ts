import type { BodyOf, Endpoint, ErrorResponse, ParamsOf, ResponseOf } from '@flyerdeck/contracts';

export interface DemoSession {
  readonly sessionToken: string;
  readonly telegramId: string;
}
/** A signed-in user, or a device. */
export type Caller = DemoSession | { readonly deviceSecret: string };

interface CallOptions<E extends Endpoint> {
  readonly params?: ParamsOf<E>;
  readonly body?: BodyOf<E> | FormData;
  readonly as?: Caller;
  readonly signal?: AbortSignal;
}

/** The server answered with an error. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'ApiFailure';
  }
}

export type DemoApi = <const E extends Endpoint>(endpoint: E, options?: CallOptions<E>) => Promise<ResponseOf<E>>;

/**
 * A client of the product's public API over HTTP. Throws ApiFailure for an error answer, and fetch's own error when
 * there is no answer.
 */
export const createDemoApi =
  (baseUrl: string): DemoApi =>
  async (endpoint, { params, body, as, signal } = {}) => {
    const path = Object.entries((params ?? {}) as Record<string, string>).reduce(
      (template, [name, value]) => template.replace(`:${name}`, encodeURIComponent(value)),
      endpoint.path as string,
    );
    const isForm = body instanceof FormData;
    const response = await fetch(`${baseUrl}/api${path}`, {
      method: endpoint.method,
      headers: { ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }), ...headersOf(as) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? undefined : JSON.parse(text);
    const { code = 'unknown', error = text } = readError(text);
    throw new ApiFailure(response.status, code, error);
  };

function headersOf(as: Caller | undefined): Record<string, string> {
  if (!as) return {};
  if ('deviceSecret' in as) return { Authorization: `Bearer ${as.deviceSecret}` };
  return { 'X-Session-Token': as.sessionToken, 'X-Telegram-ID': as.telegramId };
}

function readError(text: string): Partial<ErrorResponse> {
  try {
    return JSON.parse(text) as ErrorResponse;
  } catch {
    return {};
  }
}
