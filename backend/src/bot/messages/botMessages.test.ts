import { en } from './en.ts';
import { ru } from './ru.ts';

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
