import { type TurnEnd, Turns } from './turns.ts';

/** Turns whose ends the test decides. */
function openTurns(atOnce: number) {
  const started: string[] = [];
  const ends = new Map<string, (end: TurnEnd) => void>();
  const turns = new Turns(atOnce, (page) => {
    started.push(page);
    return new Promise((resolve) => ends.set(page, resolve));
  });
  const end = async (page: string, how: TurnEnd = 'done') => {
    ends.get(page)?.(how);
    await new Promise(setImmediate);
  };
  return { turns, started, end };
}

test('at most so many pages run at once, in the order in which they were asked for', async () => {
  const { turns, started, end } = openTurns(2);
  for (const page of ['a', 'b', 'c', 'd', 'c']) turns.want(page);
  expect(started).toEqual(['a', 'b']);
  await end('b');
  expect(started).toEqual(['a', 'b', 'c']);
  await end('a');
  await end('c');
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});
