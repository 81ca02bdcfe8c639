import { GrammyError } from 'grammy';

/** What a failed call of the Bot API means for whoever made it. */
export type TelegramFailure =
  /** Nobody answers, or not us: the call may be right, and Telegram may even have carried it out. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'too_fast'; readonly retryAfterSeconds: number }
  /** Understood and refused: asking again changes nothing. */
  | { readonly kind: 'refused'; readonly reason: string };

/** The token is wrong or was revoked: an operator mends that, and what waits is not to blame. */
const OUR_OWN_TROUBLE = new Set([401, 404, 409]);

export function readTelegramFailure(error: unknown): TelegramFailure {
  if (!(error instanceof GrammyError)) {
    // The reason of an HttpError may hold the address, and the address the token.
    return { kind: 'unavailable', reason: error instanceof Error ? error.name : 'no answer' };
  }
  const { error_code: code, description, parameters } = error;
  if (code === 429) return { kind: 'too_fast', retryAfterSeconds: parameters.retry_after ?? 1 };
  if (code >= 500 || OUR_OWN_TROUBLE.has(code)) return { kind: 'unavailable', reason: `${code} ${description}` };
  return { kind: 'refused', reason: `${code} ${description}` };
}

/** Telegram is out of reach; it makes sense to come again after this long. */
export class TelegramUnavailable extends Error {
  constructor(
    readonly waitMs: number,
    /** The call was made and may have been carried out; otherwise it was not even tried. */
    readonly wasTried: boolean,
    reason: string,
  ) {
    super(`Telegram is out of reach: ${reason}`);
    this.name = 'TelegramUnavailable';
  }
}
