import { OperatorError } from '../../operatorError.ts';
import { requestLog } from '../security/requestLog.ts';
import { errorHandler } from './errorHandler.ts';
import { conflict, HttpError, tooManyRequests } from './errors.ts';
import { readableLogger, serving } from './smallServer.testing.ts';

/** The answer and the log lines for a thrown error. */
async function answerTo(thrown: unknown) {
  const { logger, lines } = readableLogger();
  const throwing = () => {
    throw thrown;
  };
  return serving([requestLog(logger), errorHandler, throwing], async (baseUrl) => {
    const response = await fetch(baseUrl);
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body, lines: lines() };
  });
}

const failure = (properties: object, message = 'internal detail') => Object.assign(new Error(message), properties);

test('an HttpError is answered with its sentence, its code and its optional details', async () => {
  const plain = await answerTo(conflict('page.unlinked', 'The page is no longer linked.'));
  expect(plain).toMatchObject({ status: 409 });
  expect(plain.body).toEqual({ error: 'The page is no longer linked.', code: 'page.unlinked' });
  const detailed = await answerTo(new HttpError(409, 'posting.unconfirmed', 'Check the page.', { unconfirmed: 2 }));
  expect(detailed.body).toEqual({
    error: 'Check the page.',
    code: 'posting.unconfirmed',
    details: { unconfirmed: 2 },
  });
});

test('a file store that is away is a 503, and the log says why in one sentence', async () => {
  const thrown = new OperatorError('The S3 store cannot be used (ECONNREFUSED): check S3_ENDPOINT.', {
    cause: failure({ code: 'ECONNREFUSED' }),
  });
  const { status, lines } = await answerTo(thrown);
  expect([status, lines.map(({ msg }) => msg)]).toEqual([503, [thrown.message, 'request']]);
});

test('an HttpError sets its headers', async () => {
  const { status, headers, body } = await answerTo(tooManyRequests(7));
  expect(status).toBe(429);
  expect(headers.get('Retry-After')).toBe('7');
  expect(body).toEqual({ error: 'Too many requests. Please try again in 7 seconds.', code: 'rate_limited' });
});

test('a waiting time of one second is written in the singular', () => {
  expect(tooManyRequests(1).message).toBe('Too many requests. Please try again in 1 second.');
});

describe('a temporarily unavailable database is answered with 503 and Retry-After: [S16.5-1]', () => {
  test.each([
    ['too many connections', failure({ code: '53300' })],
    ['disk full', failure({ code: '53100' })],
    ['shut down by an administrator', failure({ code: '57P01' })],
    ['starting up', failure({ code: '57P03' })],
    ['connection failure', failure({ code: '08006' })],
    ['serialization conflict after all retries', failure({ code: '40001' })],
    ['deadlock after all retries', failure({ code: '40P01' })],
    ['connection refused', failure({ code: 'ECONNREFUSED' })],
    ['connection reset', failure({ code: 'ECONNRESET' })],
    ['connection lost during a statement', failure({}, 'Connection terminated unexpectedly')],
    [
      'connection lost before a statement',
      failure({}, 'Client has encountered a connection error and is not queryable'),
    ],
    ['a pool that was ended at shutdown', failure({}, 'Cannot use a pool after calling end on the pool')],
    ['no connection from the pool in time', failure({}, 'timeout exceeded when trying to connect')],
  ])('%s', async (_what, error) => {
    const { status, headers, body, lines } = await answerTo(error);
    expect(status).toBe(503);
    expect(headers.get('Retry-After')).toBe('2');
    expect(body).toEqual({
      error: 'The service is busy right now. Please try again in a moment.',
      code: 'unavailable',
    });
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'the database is not available', level: 40 }));
  });
});

describe("an internal error is answered with 500 and only the request's id: [S13.4-1]", () => {
  test.each([
    ['a bug', failure({}, "Cannot read properties of undefined (reading 'secret')")],
    ['a violated constraint of the database', failure({ code: '23505', detail: 'Key (secret)=(abc) already exists.' })],
    ['a wrong statement', failure({ code: '42P01' }, 'relation "secret" does not exist')],
    ['a server error of a library', failure({ status: 502, expose: true }, 'secret upstream')],
    ['a thrown text', 'secret'],
    ['undefined', undefined],
  ])('%s', async (_what, thrown) => {
    const { status, headers, body, lines } = await answerTo(thrown);
    expect(status).toBe(500);
    const requestId = headers.get('X-Request-Id');
    expect(body).toEqual({ error: `Something went wrong on our side (request ${requestId}).`, code: 'internal' });
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'unexpected error', requestId, level: 50 }));
  });
});

test('a syntax error of our own code is not the fault of the body', async () => {
  const answer = await answerTo(new SyntaxError('Invalid regular expression'));
  expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
});

test('an internal error is logged with its stack', async () => {
  const { lines } = await answerTo(failure({}, 'boom'));
  expect(lines).toContainEqual(
    expect.objectContaining({
      err: expect.objectContaining({ message: 'boom', stack: expect.stringContaining('at ') }),
    }),
  );
});

describe("the parser errors of a caller's body are answered with 4xx:", () => {
  test.each([
    [
      'too large',
      failure({ status: 413, type: 'entity.too.large' }),
      413,
      'request.too_large',
      'The request is too large.',
    ],
    ['not JSON', failure({ status: 400 }), 400, 'invalid_request', 'The body could not be read: it is not valid JSON.'],
    ['an unknown encoding', failure({ status: 415 }), 415, 'request.unsupported_type', 'The body must be JSON.'],
    [
      'a picture too large',
      failure({ code: 'LIMIT_FILE_SIZE' }),
      413,
      'file.too_large',
      'A picture may have at most 10 MB.',
    ],
    [
      'too many pictures',
      failure({ code: 'LIMIT_FILE_COUNT' }),
      413,
      'file.too_many',
      'At most 20 pictures at once, in the field images.',
    ],
    [
      'too many fields',
      failure({ code: 'LIMIT_FIELD_COUNT' }),
      413,
      'request.too_large',
      'The request has too many or too large fields.',
    ],
  ])('%s', async (_what, error, status, code, sentence) => {
    const answer = await answerTo(error);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error: sentence, code });
    expect(answer.lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });
});
