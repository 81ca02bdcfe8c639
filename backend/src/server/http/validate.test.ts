import { NOT_BLANK, registry } from '@flyerdeck/contracts';
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { HttpError } from './errors.ts';
import { responseProblem, validateRequest } from './validate.ts';

const closed = (properties: Record<string, TSchema>) => Type.Object(properties, { additionalProperties: false });

/** The error that the caller gets for `data`; null when it is valid. */
function refusal(part: 'path' | 'query' | 'body', schema: TSchema, data: unknown): HttpError | null {
  try {
    validateRequest(part, schema, data);
    return null;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

const name = closed({ name: Type.String({ maxLength: 5, pattern: NOT_BLANK }) });
const word = closed({ color: Type.Unsafe<string>({ type: 'string', enum: ['red', 'green'] }) });

describe('an invalid request is refused with one sentence about the error:', () => {
  test.each<[string, TSchema, unknown, string]>([
    ['a missing field', name, {}, "'name' is missing in the body."],
    ['a missing field of an inner object', closed({ page: name }), { page: {} }, "'page.name' is missing in the body."],
    ['an unknown field', name, { name: 'a', nmae: 'a' }, "'nmae' is not known in the body."],
    [
      'an unknown field of an inner object',
      closed({ page: name }),
      { page: { name: 'a', x: 1 } },
      "'page.x' is not known in the body.",
    ],
    ['an unknown word', word, { color: 'blue' }, "'color' must be one of red, green."],
    ['a blank text', name, { name: ' \n' }, "'name' must not be blank."],
    [
      'a text of the wrong form',
      closed({ day: Type.String({ pattern: '^\\d+$' }) }),
      { day: 'Monday' },
      "'day' has a wrong form.",
    ],
    [
      'a number that must not be zero',
      closed({ amount: Type.Integer({ not: { const: 0 } }) }),
      { amount: 0 },
      "'amount' must not be zero.",
    ],
    ['a number that is a text', closed({ hours: Type.Integer() }), { hours: '1' }, "'hours' must be integer."],
    [
      'an item of a list',
      closed({ list: Type.Array(Type.Integer()) }),
      { list: [1, 'x'] },
      "'list.1' must be integer.",
    ],
    ['something else than an object', name, [], 'The body must be object.'],
  ])('%s', (_what, schema, data, sentence) => {
    const refused = refusal('body', schema, data);
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request', message: sentence });
  });
});

describe('values that Postgres cannot read are refused:', () => {
  const id = '8f14e45f-ceea-467f-a7f1-2b1c5f0a9d11';
  test.each([`urn:uuid:${id}`, `{${id}}`, id.replaceAll('-', '')])('the id %s', (data) => {
    expect(refusal('path', closed({ id: Type.String({ format: 'uuid' }) }), { id: data })?.status).toBe(400);
  });

  const BAD_TIMES = [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '2026-01-01T00:00:00+23:00',
    '2026-01-01T00:00:00-15:00',
    '2026-01-01T00:00:00+0200',
    '2026-02-31T00:00:00Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01T24:00:00Z',
  ];
  test.each(BAD_TIMES)('the time %s, in every call that takes one', (time) => {
    const times = Object.values(registry).flatMap(({ path, query, body }) =>
      [query, body].flatMap((part) =>
        Object.entries((part as TObject | undefined)?.properties ?? {})
          .filter(([, field]) => field.format === 'date-time')
          .map(([name, field]) => ({ path, schema: closed({ [name]: field }), name })),
      ),
    );
    expect(times.length).toBeGreaterThan(8);
    for (const { path, schema, name } of times) {
      expect([path, name, refusal('body', schema, { [name]: time })?.status]).toEqual([path, name, 400]);
      expect(refusal('body', schema, { [name]: '2026-12-31T23:59:59.123456+14:00' })).toBeNull();
    }
  });
});

test('a name of a field with a NUL is refused', () => {
  const anything = Type.Object({ facts: Type.Record(Type.String(), Type.String()) });
  expect(refusal('body', anything, { facts: { 'a\u0000': 'b' } })).toMatchObject({ status: 400 });
});

describe('an answer', () => {
  const answer = closed({ at: Type.String({ format: 'date-time' }) });

  test('with an additional field or one of the wrong form violates its contract', () => {
    expect(responseProblem(answer, { at: '2026-01-01T00:00:00Z', secret: 'x' })).toContain('secret');
    expect(responseProblem(answer, { at: 'yesterday' })).toContain('/at must match format "date-time"');
  });
});
