import type { DeviceConnection } from './connections.ts';
import { WorkHints } from './hintDelivery.ts';

const PAUSE_MS = 50;
const hinted: string[] = [];
const hints = new WorkHints();
const pagesOf = (owner_id: string, pages: number) =>
  Array.from({ length: pages }, (_, n) => {
    const socket = { readyState: 1, OPEN: 1, bufferedAmount: 0, send: () => hinted.push(owner_id) };
    return { owner_id, page_guid: `${owner_id} ${n}`, socket } as unknown as DeviceConnection;
  });

beforeEach(() => {
  jest.useFakeTimers();
  hinted.length = 0;
});
afterEach(() => {
  hints.stop();
  jest.useRealTimers();
});

/** The numbers of hints that are sent at once, one after another. */
function sendAll(): number[] {
  const counts = [hinted.length];
  for (let before = -1; before !== hinted.length; counts.push(hinted.length - before)) {
    before = hinted.length;
    jest.advanceTimersByTime(PAUSE_MS);
  }
  return counts.filter((count) => count > 0);
}

test.each([
  ['one owner', [pagesOf('one', 1_000)]],
  ['a thousand owners at once', [Array.from({ length: 1_000 }, (_, n) => pagesOf(`owner ${n}`, 1)).flat()]],
  ['a thousand owners one by one', Array.from({ length: 1_000 }, (_, n) => pagesOf(`owner ${n}`, 1))],
])('the 1,000 pages of %s get their hints one after another', (_, sets) => {
  for (const pages of sets) hints.send(pages);
  const counts = sendAll();
  expect(hinted).toHaveLength(1_000);
  expect(Math.max(...counts)).toBeLessThanOrEqual(50);
});

test('a page that already waits gets one hint', () => {
  const many = pagesOf('many', 100);
  hints.send(many);
  hints.send(many);
  sendAll();
  // Those that were sent at once by the first call wait again.
  expect(hinted.length).toBeLessThanOrEqual(150);
});
