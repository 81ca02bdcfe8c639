const NAMED_AT_MOST = 5;

/** The first few names and the number of the others, to keep a message short. */
export function shortList(names: readonly string[], andMore: (count: number) => string): string {
  const named = names.slice(0, NAMED_AT_MOST).join(', ');
  const others = names.length - NAMED_AT_MOST;
  return others > 0 ? `${named} ${andMore(others)}` : named;
}

/** Joins paragraphs, without the empty ones. */
export const paragraphs = (...texts: readonly (string | false)[]): string => texts.filter(Boolean).join('\n');
