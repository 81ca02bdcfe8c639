import { lastErrorOf } from './lastError.ts';

const rejected = (payload: object | undefined, meta: object = {}, error: object = { message: 'Rejected' }) => ({
  type: 'api/executeQuery/rejected',
  meta: { requestStatus: 'rejected', arg: { endpointName: 'listTasks' }, ...meta },
  payload,
  error,
});
const refused = (status: number, body: object) =>
  rejected({ status, message: `API request failed with status ${status}: ${JSON.stringify(body)}`, ...body });
const logOf = (...actions: object[]) => ({ entries: actions.map((action, n) => ({ seq: n + 1, at: n, action })) });
const NOT_FOUND = refused(404, {
  error: 'There is no task 6568bc5f-4c40-4f35-9355-d9b62b1d77cf.',
  code: 'task.not_found',
});

test.each<[what: string, action: object, text: string | null]>([
  ['the code and the sentence of a refusal', NOT_FOUND, 'task.not_found: There is no task #.'],
  [
    'the start of the message without a sentence',
    refused(502, { html: 'x' }),
    'HTTP #: API request failed with status #',
  ],
  ['a call without an answer', rejected({ status: 0, message: 'Failed to fetch' }), 'HTTP #: Failed to fetch'],
  [
    'an exception of a call',
    rejected(undefined, {}, { name: 'TypeError', message: 'x is undefined' }),
    'TypeError: x is undefined',
  ],
  [
    'an exception of a reducer',
    { type: 'exception/thrown', payload: "TypeError: Cannot read\n  properties of 'a1b2c3d4e5f6a7b8c9' at 12:7" },
    "TypeError: Cannot read properties of '#' at #:#",
  ],
  ['placeholders of the log', refused(409, { error: 'hidden-text-12 has redacted-3.', code: 'x' }), 'x: # has #.'],
  ['no NUL', { type: 'exception/thrown', payload: 'Error: a\0b' }, 'Error: ab'],
  ['nothing for a call that was aborted', rejected(undefined, { aborted: true }), null],
  ['nothing for a report that was not sent', rejected({ status: 0 }, { arg: { endpointName: 'reportProblem' } }), null],
  ['nothing for other actions', { type: 'navigation/changed', payload: { address: '/' } }, null],
])('has %s', (_what, action, text) => {
  expect(lastErrorOf(logOf(action))).toBe(text);
});

test('is the last one', () => {
  const { entries } = logOf(rejected({ status: 0, message: 'Failed to fetch' }), NOT_FOUND, { type: 'ui/uiChanged' });
  expect(lastErrorOf({ entries })).toBe('task.not_found: There is no task #.');
});

test.each([undefined, {}, [null], [{ action: null }], [{ action: { meta: 7 } }]])(
  'is null for the entries %j',
  (entries) => {
    expect(lastErrorOf({ entries })).toBeNull();
  },
);

test('a long text is cut, and takes no time', () => {
  const startedAt = performance.now();
  const text = lastErrorOf(logOf({ type: 'exception/thrown', payload: 'a-'.repeat(1_000_000) }));
  expect([text?.length, performance.now() - startedAt < 1_000]).toEqual([200, true]);
});
