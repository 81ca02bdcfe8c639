/** Why there is no screenshot, in words for the owner; the technical reason is the cause, for the log. */
export class ScreenshotError extends Error {
  override readonly name = 'ScreenshotError';
}
