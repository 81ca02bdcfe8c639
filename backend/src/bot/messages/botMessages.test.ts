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

test('messages name the total after an addition, missing pictures, and the counts of the queue', () => {
  const facts = { assistant: 'Promo', added: 2, total: 5, refused: [] };
  expect(en.added(facts)).toBe('Added 2 flyers to "Promo", which has 5 now.');
  expect(ru.added(facts)).toBe('Добавлено в «Promo»: 2 флаера. Теперь всего: 5.');
  const none = { assistant: 'Promo', screenshots: 0, withoutScreenshot: 1 };
  expect(en.screenshotsAgain(none)).toBe('There are no screenshots of "Promo" so far.\nWithout a screenshot: 1 post.');
  expect(ru.screenshotsAgain(none)).toBe('«Promo»: снимков пока нет.\nБез снимка: 1 публикация.');
  const queue = { isPosting: true, pausedForAll: null, waiting: 1, inProgress: 2, completed: 3, failed: 4 };
  expect(en.queue(queue)).toBe('Posting is on.\nIn the queue: 1. In progress: 2. Completed: 3. Failed: 4.');
  expect(ru.queue(queue)).toBe('Публикация включена.\nВ очереди: 1. В работе: 2. Готово: 3. С ошибкой: 4.');
  const paused = { ...queue, pausedForAll: 'The site is down.' };
  expect(en.queue(paused)).toContain('\nPosting is paused for everybody: The site is down.\n');
  expect(ru.queue(paused)).toContain('\nПубликация приостановлена для всех: The site is down.\n');
});

test('a list of more than 5 pages is cut and names how many more there are', () => {
  const pages = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  const facts = { names: pages, credits: 0, feeCredits: 10, reason: null };
  expect(en.alerts.page_offline(facts)).toContain('A, B, C, D, E and 2 more.');
  expect(ru.alerts.page_offline({ ...facts, names: pages.slice(0, 5) })).toContain('A, B, C, D, E.');
});
