import { en } from './en.ts';
import { messagesIn } from './messages.ts';
import { ru } from './ru.ts';

test.each([
  [1, '1 flyer', '1 флаер'],
  [2, '2 flyers', '2 флаера'],
  [5, '5 flyers', '5 флаеров'],
  [11, '11 flyers', '11 флаеров'],
  [21, '21 flyers', '21 флаер'],
  [22, '22 flyers', '22 флаера'],
  [112, '112 flyers', '112 флаеров'],
])('%i is counted as each language counts', (added, english, russian) => {
  const facts = { assistant: 'Promo', added, total: added, refused: [] };
  expect(en.added(facts)).toBe(`Added ${english} to "Promo": ${added} in all.`);
  expect(ru.added(facts)).toBe(`Добавлено в «Promo»: ${russian}. Всего: ${added}.`);
});

test('long lists are cut, and say how much is left out', () => {
  const pages = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  expect(en.pagesOffline({ pages })).toContain('A, B, C, D, E and 2 more.');
  expect(ru.pagesOffline({ pages: pages.slice(0, 5) })).toContain('A, B, C, D, E.');
});

test('whatever is not Russian is English', () => {
  expect(messagesIn('ru')).toBe(ru);
  expect(messagesIn('en')).toBe(en);
});

test("what goes into Telegram's menu fits there", () => {
  for (const { commands } of [en, ru]) {
    for (const description of Object.values(commands)) expect(description.length).toBeLessThanOrEqual(256);
  }
});
