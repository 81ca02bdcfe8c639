/** What a failed call leaves in a hook's `error` (spec section 8, 'Authentication and API layer'). */
export interface ApiError {
  /** HTTP status; 0 where no answer came at all. */
  readonly status: number;
  /** The documented message: 'Unauthorized', 'Not authenticated' or 'API request failed with status ...'. */
  readonly message: string;
  /** The server's sentence for people, where its answer had one. */
  readonly error?: string;
  /** The server's stable word for programs. */
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

/** Logged out: not worth a word, the guards already lead to the sign-in (spec section 8, 'Pages and queue'). */
export const isSignedOutError = (error: unknown): boolean =>
  [UNAUTHORIZED_MESSAGE, NOT_AUTHENTICATED_MESSAGE].includes(textOf(error, 'message') ?? '');

/** The sentence a person reads: the server's own where there is one, else the documented fallback of the screen. */
export const errorSentence = (error: unknown, fallback: string): string => textOf(error, 'error') ?? fallback;

/** What to say of a failed call; nothing where none failed, or where the person is merely signed out. */
export const failureSentence = (error: unknown, fallback: string): string | null =>
  error && !isSignedOutError(error) ? errorSentence(error, fallback) : null;

/** The admin lists' message: the server's sentence, else what the failed call itself says (spec section 8, 'Admin'). */
export const serverOrThrownMessage = (error: unknown): string =>
  textOf(error, 'error') ?? textOf(error, 'message') ?? 'API request failed';

/** The public screens' message: the answer's error field or the bare status (spec section 7, 'Preview and admin'). */
export function publicErrorMessage(error: unknown): string {
  const status = fieldOf(error, 'status');
  const bareStatus = typeof status === 'number' && status > 0 ? `HTTP error! status: ${status}` : undefined;
  return textOf(error, 'error') ?? bareStatus ?? textOf(error, 'message') ?? 'HTTP error! status: 0';
}

/** The server's stable word, to branch on. */
export const errorCode = (error: unknown): string | undefined => textOf(error, 'code');
