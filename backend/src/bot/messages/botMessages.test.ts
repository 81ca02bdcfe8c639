import { en, type Messages } from './en.ts';
import { ru } from './ru.ts';

const pathsOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object' ? pathsOf(text, `${path}${name}.`) : `${path}${name}: ${typeof text}`,
  );

test('the compiler refuses a text that only one language has, and no text is missing or empty', () => {
  const { help: _, ...withoutHelp } = ru;
  // @ts-expect-error Russian lacks a text.
  const lacking: Messages = withoutHelp;
  // @ts-expect-error Russian has a text that English lacks.
  const surplus: Messages = { ...ru, onlyInRussian: '' };
  expect(pathsOf(lacking)).not.toEqual(pathsOf(en));
  expect(pathsOf(surplus)).not.toEqual(pathsOf(en));
  expect(pathsOf(ru).sort()).toEqual(pathsOf(en).sort());
  for (const language of [en, ru]) expect(JSON.stringify(language)).not.toContain('""');
});

test.each([
  [1, '1 flyer', '1 флаер'],
  [2, '2 flyers', '2 флаера'],
  [5, '5 flyers', '5 флаеров'],
  [11, '11 flyers', '11 флаеров'],
  [21, '21 flyers', '21 флаер'],
  [22, '22 flyers', '22 флаера'],
  [112, '112 flyers', '112 флаеров'],
])('%i uses the English and the Russian plural form', (added, english, russian) => {
  const facts = { assistant: 'Promo', added, total: added, refused: [] };
  expect(en.added(facts)).toBe(`Added ${english} to "Promo".`);
  expect(ru.added(facts)).toBe(`Добавлено в «Promo»: ${russian}.`);
});

test('a list of more than 5 pages is cut and names how many more there are', () => {
  const pages = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  const facts = { names: pages, credits: 0, feeCredits: 10, reason: null };
  expect(en.alerts.page_offline(facts)).toContain('A, B, C, D, E and 2 more.');
  expect(ru.alerts.page_offline({ ...facts, names: pages.slice(0, 5) })).toContain('A, B, C, D, E.');
});
