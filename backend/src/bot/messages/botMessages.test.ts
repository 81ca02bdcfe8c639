import { messagesIn } from './botMessages.ts';
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

test('messages are in Russian or in English', () => {
  expect(messagesIn('ru')).toBe(ru);
  expect(messagesIn('en')).toBe(en);
});
