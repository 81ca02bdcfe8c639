import type { Endpoint } from '@flyerdeck/contracts';
import type { TSchema } from '@sinclair/typebox';
import fc, { type Arbitrary } from 'fast-check';
import { FORM_TYPE, formOf } from '../../uploadFlyers.ts';
import { anyJson, edgeCaseText, validValue } from './validValue.ts';

export type Caller = 'allowed' | 'nobody' | 'user' | 'admin' | 'device' | 'forged';

export interface GeneratedRequest {
  readonly caller: Caller;
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly contentType: string | null;
  readonly body: Buffer | null;
}

const CALLERS: Arbitrary<Caller> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Caller>('allowed') },
  fc.constantFrom<Caller>('nobody', 'user', 'admin', 'device', 'forged'),
);

const asText = (value: unknown) => (typeof value === 'string' ? value : String(JSON.stringify(value)));
/** encodeURIComponent throws for half of a surrogate pair, which a client could still send as bytes. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** A valid value with one error in it. */
function withError(valid: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc.tuple(valid, fc.nat(), anyJson, edgeCaseText, fc.nat(5)).map(([value, position, bad, name, kind]) => {
    if (kind === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return bad;
    const fields = Object.entries(value);
    const [chosen] = fields[position % Math.max(1, fields.length)] ?? [name];
    if (kind === 1) return Object.fromEntries(fields.filter(([field]) => field !== chosen));
    if (kind === 2) return { ...value, [name]: bad };
    return { ...value, [chosen]: bad };
  });
}

const validOrBroken = (schema: TSchema, ids: readonly string[]): Arbitrary<unknown> => {
  const valid = validValue(schema, ids);
  return fc.oneof(valid, withError(valid));
};

function pathOf({ path, params }: Endpoint, ids: readonly string[]): Arbitrary<string> {
  if (!params) return fc.constant(path);
  const properties = params.properties as Record<string, TSchema>;
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      fc.oneof({ weight: 5, arbitrary: validValue(schema, ids).map(asText) }, edgeCaseText),
    ]),
  );
  // An empty segment or a dot would be the path of another endpoint.
  return fc
    .record(values)
    .map((chosen) =>
      path.replace(/:(\w+)/g, (_, name: string) => encoded(String(chosen[name] || '0')).replace(/^\.+$/, '0')),
    );
}

function queryOf({ query }: Endpoint, ids: readonly string[]): Arbitrary<string> {
  if (!query)
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant('') },
      edgeCaseText.map((text) => `?${encoded(text)}`),
    );
  return fc.tuple(validOrBroken(query, ids), fc.nat(9)).map(([value, twice]) => {
    if (typeof value !== 'object' || value === null) return `?${encoded(asText(value))}`;
    const pairs = Object.entries(value).map(([name, of]) => `${encoded(name)}=${encoded(asText(of))}`);
    // A field that is sent twice becomes a list where one value is expected.
    return pairs.length === 0 ? '' : `?${[...pairs, ...(twice === 0 ? pairs.slice(0, 1) : [])].join('&')}`;
  });
}

interface SentBody {
  readonly contentType: string | null;
  readonly body: Buffer | null;
}

const json = (text: string, contentType = 'application/json'): SentBody => ({ contentType, body: Buffer.from(text) });

function jsonBodyOf(schema: TSchema, ids: readonly string[]): Arbitrary<SentBody> {
  const text = validOrBroken(schema, ids).map((value) => JSON.stringify(value) ?? 'null');
  return fc.oneof(
    { weight: 12, arbitrary: text.map((of) => json(of)) },
    text.map((of) => json(of.slice(0, -1))),
    text.map((of) => json(of, 'text/plain')),
    edgeCaseText.map((of) => json(of)),
    fc.constant<SentBody>({ contentType: null, body: null }),
  );
}

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const image = fc.oneof(fc.constantFrom(PNG, PNG.subarray(0, 40)), fc.uint8Array({ maxLength: 200 }).map(Buffer.from));

const formBody: Arbitrary<SentBody> = fc
  .record({
    images: fc.array(image, { maxLength: 3 }),
    descriptions: fc.array(edgeCaseText, { maxLength: 3 }),
    field: fc.constantFrom('images', 'images', 'images', 'pictures'),
    flaw: fc.nat(9),
  })
  .map(({ images, descriptions, field, flaw }) => {
    const whole = formOf(images, descriptions, field);
    return {
      contentType: flaw === 0 ? 'multipart/form-data' : FORM_TYPE,
      body: flaw === 1 ? whole.subarray(0, whole.length >> 1) : whole,
    };
  });

function bodyOf({ body, consumes, method }: Endpoint, ids: readonly string[]): Arbitrary<SentBody> {
  if (consumes === 'multipart/form-data') return formBody;
  if (body) return jsonBodyOf(body, ids);
  const nothing = fc.constant<SentBody>({ contentType: null, body: null });
  return method === 'GET'
    ? nothing
    : fc.oneof(
        { weight: 9, arbitrary: nothing },
        edgeCaseText.map((of) => json(of)),
      );
}

/** Requests to one endpoint by its contract. About half of them contain an error. */
export const requestOf = (endpoint: Endpoint, ids: readonly string[]): Arbitrary<GeneratedRequest> =>
  fc
    .tuple(CALLERS, pathOf(endpoint, ids), queryOf(endpoint, ids), bodyOf(endpoint, ids))
    .map(([caller, path, query, sent]) => ({ caller, method: endpoint.method, path: `${path}${query}`, ...sent }));
