type Forms<Category extends Intl.LDMLPluralRule> = Readonly<Record<Category, string>>;

const english = new Intl.PluralRules('en');
const russian = new Intl.PluralRules('ru');

/** '1 flyer', '2 flyers'. */
export const pluralEn = (count: number, forms: Forms<'one' | 'other'>): string =>
  `${count} ${english.select(count) === 'one' ? forms.one : forms.other}`;

/** '1 флаер', '2 флаера', '5 флаеров', '21 флаер'. */
export function pluralRu(count: number, forms: Forms<'one' | 'few' | 'many'>): string {
  const category = russian.select(count);
  return `${count} ${category === 'one' ? forms.one : category === 'few' ? forms.few : forms.many}`;
}
