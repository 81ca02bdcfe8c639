const NAMED_AT_MOST = 5;

/** Such as 'A, B, C, D, E and 3 more'. */
export function shortList(names: readonly string[], andMore: (count: number) => string): string {
  const named = names.slice(0, NAMED_AT_MOST).join(', ');
  const others = names.length - NAMED_AT_MOST;
  return others > 0 ? `${named} ${andMore(others)}` : named;
}

export const paragraphs = (...texts: readonly (string | false)[]): string => texts.filter(Boolean).join('\n');

/** The plural forms that each language uses for whole numbers. */
type Forms = { en: 'one' | 'other'; ru: 'one' | 'few' | 'many' };

/** '1 flyer', '2 flyers'; '1 флаер', '2 флаера', '5 флаеров', '21 флаер'. */
export function counter<Language extends keyof Forms>(language: Language, forms: Record<Forms[Language], string>) {
  const rules = new Intl.PluralRules(language);
  return (count: number): string => `${count} ${forms[rules.select(count) as Forms[Language]]}`;
}
