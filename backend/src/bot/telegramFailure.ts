import { GrammyError } from 'grammy';

/** What the failure of a call of the Bot API means for its caller. */
export type TelegramFailure =
  /** No answer, or not to our bot: the call may be valid, and Telegram may even have carried it out. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'too_fast'; readonly retryAfterSeconds: number }
  /** Understood and refused: a retry changes nothing. */
  | { readonly kind: 'refused'; readonly reason: string };

/** The token is wrong or was revoked: the operator has to correct that, and the messages wait. */
const TOKEN_ERRORS = new Set([401, 404, 409]);

export function readTelegramFailure(error: unknown): TelegramFailure {
  if (!(error instanceof GrammyError)) {
    // The reason of an HttpError may contain the address, which contains the token.
    return { kind: 'unavailable', reason: error instanceof Error ? error.name : 'no answer' };
  }
  const { error_code: code, description, parameters } = error;
  if (code === 429) return { kind: 'too_fast', retryAfterSeconds: parameters.retry_after ?? 1 };
  if (code >= 500 || TOKEN_ERRORS.has(code)) return { kind: 'unavailable', reason: `${code} ${description}` };
  return { kind: 'refused', reason: `${code} ${description}` };
}

/** Telegram cannot be reached; retry after this time. */
export class TelegramUnavailable extends Error {
  constructor(
    readonly waitMs: number,
    /** The call was made and may have been carried out; otherwise it was not made. */
    readonly wasTried: boolean,
    reason: string,
  ) {
    super(`Telegram cannot be reached: ${reason}`);
    this.name = 'TelegramUnavailable';
  }
}
