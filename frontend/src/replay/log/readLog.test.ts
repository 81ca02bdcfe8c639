import { rootReducer } from '../../data/store/rootReducer.ts';
import { LOG_FORMAT, LOG_VERSION } from './logFormat.ts';
import { readLog } from './readLog.ts';

const base = { state: rootReducer(undefined, { type: 'start' }), address: '/', nowMs: 1_000 };
const entry = (seq: number, action: object = { type: 'session/ended' }) => ({ seq, at: 1_000 + seq, action });
const log = (changes: object = {}) => ({
  format: LOG_FORMAT,
  version: LOG_VERSION,
  buildId: 'index-1',
  savedAt: '2026-03-01T12:00:00.000Z',
  timeZone: 'Europe/Riga',
  language: 'en-US',
  base,
  entries: [entry(1), entry(2), entry(3)],
  ...changes,
});
const read = (changes: object) => () => readLog(JSON.stringify(log(changes)));

test('reads a log', () => {
  expect(readLog(JSON.stringify(log()))).toEqual(JSON.parse(JSON.stringify(log())));
});

test.each([
  ['a file that is not JSON', '{', 'This file is not JSON.'],
  ['JSON that is not a log', '{"hello":1}', 'This file is no action log of Flyerdeck.'],
  [
    'a log of another version',
    JSON.stringify(log({ version: LOG_VERSION + 1 })),
    `The action log is not valid at /version: expected ${LOG_VERSION}.`,
  ],
])('refuses %s with a message', (_what, text, sentence) => {
  expect(() => readLog(text)).toThrow(sentence);
});

const CALL = { arg: { type: 'query', endpointName: 'unknownEndpoint', queryCacheKey: 'x' }, requestId: 'r' };
test.each([
  [
    { seq: 2, at: 1_002, action: {} },
    'Action 2 (number 2 of the recording) is not valid at action/type: expected required property.',
  ],
  [entry(3), 'Action 2 (number 3 of the recording) has to be number 2: an action is missing or twice there.'],
  [{ ...entry(2), at: 5 }, 'Action 2 (number 2 of the recording) is older than the one before it.'],
  [
    entry(2, { type: 'navigation/changed', payload: {} }),
    'Action 2 (number 2 of the recording) is a navigation without an address.',
  ],
  [
    entry(2, { type: 'api/executeQuery/pending', meta: CALL }),
    'Action 2 (number 2 of the recording) is a call of unknownEndpoint, which this build does not have.',
  ],
])('names the invalid action and the reason: %j', (wrong, sentence) => {
  expect(read({ entries: [entry(1), wrong, entry(3)] })).toThrow(sentence);
});
