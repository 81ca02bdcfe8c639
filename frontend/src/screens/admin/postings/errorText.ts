/** The text of an error. The API returns a string or an object with a message (spec section 3, 'Detailed posting'). */
export function errorText(error: unknown): string | null {
  if (error === null || error === undefined || error === '') return null;
  if (typeof error === 'string') return error;
  const message = typeof error === 'object' && 'message' in error ? error.message : undefined;
  return typeof message === 'string' && message !== '' ? message : JSON.stringify(error);
}
