import type { LogEntry } from '../log/logFormat.ts';
import { nextStop } from './useReplay.ts';

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
