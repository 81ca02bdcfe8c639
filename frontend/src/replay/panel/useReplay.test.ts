import { act, renderHook } from '@testing-library/react';
import { ReplayedLog } from '../fold/ReplayedLog.ts';
import type { ActionLog, LogEntry } from '../log/logFormat.ts';
import { nextStop, useReplay } from './useReplay.ts';

const answered = {
  type: 'api/executeMutation/rejected',
  meta: {
    arg: { endpointName: 'createPreset' },
    baseQueryMeta: { method: 'POST', path: '/api/presets', status: 422, requestId: 'b7c7d2a0-0001' },
  },
};
const actions = [{ type: 'even' }, { type: 'odd' }, answered, { type: 'odd' }, { type: 'even' }];
const entries: LogEntry[] = [0, 1_000, 1_004, 1_010, 60_000].map((at, index) => ({
  seq: index + 1,
  at,
  action: actions[index] as LogEntry['action'],
}));

test('plays with the recorded delays divided by the speed, and combines actions with short delays', () => {
  expect(nextStop(entries, 1, 1)).toEqual({ position: 4, afterMs: 1_000 });
  expect(nextStop(entries, 1, 10)).toEqual({ position: 4, afterMs: 100 });
  expect(nextStop(entries, 5, 1)).toBeNull();
});

function open() {
  const replayed = new ReplayedLog({ base: {}, entries: [] } as unknown as ActionLog);
  return renderHook(() => useReplay(Object.assign(replayed, { log: { entries } }))).result;
}

test('steps through the actions that a search finds, and stays in place when there is none', () => {
  const replay = open();
  act(() => replay.current.setSearch('ODD'));
  expect(replay.current.listed).toEqual([2, 4]);
  const positions = (['stepBack', 'stepBack', 'stepBack', 'stepForward', 'stepForward', 'stepForward'] as const).map(
    (step) => {
      act(() => replay.current[step]());
      return replay.current.position;
    },
  );
  expect(positions).toEqual([4, 2, 0, 2, 4, 4]);
});
