/** A path below /api. Every value in it is encoded, so that a token with a slash stays one segment. */
export const path = (pieces: TemplateStringsArray, ...values: readonly string[]): string =>
  pieces.reduce((built, piece, i) => built + encodeURIComponent(values[i - 1] ?? '') + piece);
