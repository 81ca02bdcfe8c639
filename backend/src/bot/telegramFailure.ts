import { GrammyError } from 'grammy';

/** The failure of a Bot API call. `reason` never contains the token. */
export type TelegramFailure =
  /** No answer, a server error or a wrong token. The call may be repeated. Telegram may have carried it out. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly isTokenRefused: boolean }
  | { readonly kind: 'too_fast'; readonly reason: string; readonly waitMs: number }
  /** Refused for good: the same call would be refused again. */
  | { readonly kind: 'refused'; readonly reason: string };

/** The token is wrong or revoked. The messages wait until the operator has corrected that. */
const TOKEN_REFUSED = new Set([401, 404]);
/** The token is used by another program. */
const CONFLICT = 409;

export function readTelegramFailure(error: unknown): TelegramFailure {
  if (!(error instanceof GrammyError)) {
    // The message of an HttpError may contain the address, which contains the token.
    return { kind: 'unavailable', reason: error instanceof Error ? error.name : 'no answer', isTokenRefused: false };
  }
  const { error_code: code, description, parameters } = error;
  // grammY takes any JSON without `ok` for a refusal.
  if (typeof code !== 'number') {
    return { kind: 'unavailable', reason: 'the answer is not one of the Bot API', isTokenRefused: false };
  }
  if (code === 429) {
    const seconds = parameters?.retry_after ?? 1;
    return { kind: 'too_fast', waitMs: seconds * 1000, reason: `Telegram asked to wait ${seconds} s.` };
  }
  const reason = `${code} ${description ?? 'without a description'}`;
  const isTokenRefused = TOKEN_REFUSED.has(code);
  const isUnavailable = code >= 500 || isTokenRefused || code === CONFLICT;
  return isUnavailable ? { kind: 'unavailable', reason, isTokenRefused } : { kind: 'refused', reason };
}

/** Telegram cannot be called now; retry after this time. */
export class TelegramUnavailable extends Error {
  override readonly name = 'TelegramUnavailable';
  constructor(
    message: string,
    readonly waitMs: number,
    /** The call was made and may have been carried out. */
    readonly isInDoubt: boolean,
  ) {
    super(message);
  }
}
