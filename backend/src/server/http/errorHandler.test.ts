import { OperatorError } from '../../operatorError.ts';
import { requestLog } from '../security/requestLog.ts';
import { errorHandler } from './errorHandler.ts';
import { conflict, HttpError } from './errors.ts';
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

test('a temporarily unavailable database is answered with 503 and Retry-After [S16.5-1]', async () => {
  // Connections, disk, shutdown, start, serialization and deadlock after all retries, the socket.
  const codes = ['53300', '53100', '57P01', '57P03', '08006', '40001', '40P01', 'ECONNREFUSED', 'ECONNRESET'];
  const messages = [
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'timeout exceeded when trying to connect',
  ];
  for (const error of [...codes.map((code) => failure({ code })), ...messages.map((text) => failure({}, text))]) {
    const { status, headers, body, lines } = await answerTo(error);
    expect([error, status, headers.get('Retry-After')]).toEqual([error, 503, '2']);
    expect(body).toEqual({
      error: 'The service is busy right now. Please try again in a moment.',
      code: 'unavailable',
    });
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'the database is not available', level: 40 }));
  }
});

describe("an internal error is answered with 500 and only the request's id: [S13.4-1]", () => {
  test.each([
    ['a bug', failure({}, "Cannot read properties of undefined (reading 'secret')")],
    ['a violated constraint of the database', failure({ code: '23505', detail: 'Key (secret)=(abc) already exists.' })],
    ['a wrong statement', failure({ code: '42P01' }, 'relation "secret" does not exist')],
    ['a server error of a library', failure({ status: 502, expose: true }, 'secret upstream')],
    ['a thrown text', 'secret'],
    ['undefined', undefined],
    ['a syntax error of our own code, which is not the fault of the body', new SyntaxError('Invalid secret')],
  ])('%s', async (_what, thrown) => {
    const { status, headers, body, lines } = await answerTo(thrown);
    expect(status).toBe(500);
    const requestId = headers.get('X-Request-Id');
    expect(body).toEqual({ error: `Something went wrong on our side (request ${requestId}).`, code: 'internal' });
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'unexpected error', requestId, level: 50 }));
  });
});
