import { errorSentence } from '../../data/apiError.ts';

/** The documented message (spec section 8) and, where the server said why, its sentence after it. */
export function failureText(documented: string, error: unknown): string {
  const reason = errorSentence(error, '');
  if (!reason) return documented;
  return documented.endsWith('.') ? `${documented} ${reason}` : `${documented}: ${reason}`;
}
