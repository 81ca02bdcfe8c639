import { actionLabel, kindsOf } from '../log/actions.ts';
import type { LogEntry } from '../log/logFormat.ts';
import { nextStop, stepFrom } from './useReplay.ts';

const entries: LogEntry[] = [0, 1_000, 1_004, 1_010, 60_000].map((at, index) => ({
  seq: index + 1,
  at,
  action: { type: index % 2 === 0 ? 'even' : 'odd' },
}));

test('plays with the recorded delays divided by the speed, and combines actions with short delays', () => {
  expect(nextStop(entries, 1, 1)).toEqual({ position: 4, afterMs: 1_000 });
  expect(nextStop(entries, 1, 10)).toEqual({ position: 4, afterMs: 100 });
  expect(nextStop(entries, 5, 1)).toBeNull();
});

test('waits at most three seconds between actions', () => {
  expect(nextStop(entries, 4, 1)).toEqual({ position: 5, afterMs: 3_000 });
  expect(nextStop(entries, 4, 20)).toEqual({ position: 5, afterMs: 150 });
});

test('steps to the next matching action, and stays in place when there is none', () => {
  const isOdd = ({ action }: LogEntry) => action.type === 'odd';
  expect(stepFrom(entries, 0, 1, isOdd)).toBe(2);
  expect(stepFrom(entries, 2, 1, isOdd)).toBe(4);
  expect(stepFrom(entries, 4, 1, isOdd)).toBe(4);
  expect(stepFrom(entries, 4, -1, isOdd)).toBe(2);
  expect(stepFrom(entries, 2, -1, isOdd)).toBe(0);
});

test('labels an action of a call with its endpoint and outcome', () => {
  const call = (type: string): LogEntry => ({
    seq: 1,
    at: 0,
    action: { type, meta: { arg: { endpointName: 'listTasks' } } },
  });
  expect(actionLabel(call('api/executeQuery/fulfilled'))).toBe('listTasks answered');
  expect(actionLabel(call('api/executeQuery/rejected'))).toBe('listTasks failed');
  const opened = { type: 'ui/uiChanged', payload: { key: 'queueTab', value: 'failed' } };
  expect(actionLabel({ seq: 1, at: 0, action: opened })).toBe('ui/uiChanged queueTab');
  expect(kindsOf([...entries, call('api/executeQuery/pending')])).toEqual([
    ['even', 3],
    ['listTasks', 1],
    ['odd', 2],
  ]);
});
