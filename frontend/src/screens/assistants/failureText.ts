import { errorSentence } from '../../data/apiError.ts';

/** The spec's message (section 8), followed by the server's sentence if there is one. */
export function failureText(documented: string, error: unknown): string {
  const reason = errorSentence(error, '');
  if (!reason) return documented;
  return documented.endsWith('.') ? `${documented} ${reason}` : `${documented}: ${reason}`;
}
