/** Why there is no picture, in words that the owner may read; what lies behind it is the cause, for the log. */
export class ScreenshotError extends Error {
  override readonly name = 'ScreenshotError';
}
