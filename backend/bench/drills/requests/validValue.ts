import type { TSchema } from '@sinclair/typebox';
import fc, { type Arbitrary } from 'fast-check';

/** Texts that often cause errors in programs. */
const EDGE_CASES = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  "'; DROP TABLE users; --",
  '%',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '9'.repeat(40),
  'NaN',
  '-1',
  '1e309',
  '🏳️‍🌈'.repeat(30),
  'x'.repeat(5_000),
  '__proto__',
];

export const edgeCaseText: Arbitrary<string> = fc.oneof(fc.constantFrom(...EDGE_CASES), fc.string({ unit: 'binary' }));
/** Any JSON value. */
export const anyJson: Arbitrary<unknown> = fc.oneof(
  edgeCaseText,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 53, 1e308, [], {}, [[]], [null], { __proto__: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/**
 * Values that are valid for a contract's schema. `ids` are of existing rows, so that calls get past their first query.
 */
export function validValue(schema: TSchema, ids: readonly string[]): Arbitrary<unknown> {
  const { anyOf, type, enum: words } = schema as { anyOf?: TSchema[]; type?: string; enum?: unknown[] };
  if ('const' in schema) return fc.constant(schema.const);
  if (words) return fc.constantFrom(...words);
  if (anyOf) return fc.oneof(...anyOf.map((member) => validValue(member, ids)));
  switch (type) {
    case 'object':
      return objectOf(schema, ids);
    case 'array':
      return fc.array(validValue(schema.items as TSchema, ids), {
        minLength: (schema.minItems as number | undefined) ?? 0,
        maxLength: Math.min((schema.maxItems as number | undefined) ?? 6, 6),
      });
    case 'string':
      return textOf(schema, ids);
    case 'integer':
      return numberOf(schema);
    case 'number':
      return fc.oneof(numberOf(schema), fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e6 }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anyJson;
  }
}

function objectOf(schema: TSchema, ids: readonly string[]): Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  const arbitraries = Object.fromEntries(properties.map(([name, property]) => [name, validValue(property, ids)]));
  return fc.record(arbitraries, { requiredKeys: (schema.required as string[] | undefined) ?? [] });
}

function numberOf({ minimum, maximum }: TSchema): Arbitrary<number> {
  const min = (minimum as number | undefined) ?? -2_147_483_648;
  const max = (maximum as number | undefined) ?? 2_147_483_647;
  return fc.oneof(
    fc.constantFrom(min, max),
    fc.integer({ min: Math.max(min, -50), max: Math.min(max, 50) }),
    fc.integer({ min, max }),
  );
}

function textOf({ format, pattern, minLength = 0, maxLength = 300 }: TSchema, ids: readonly string[]) {
  if (format === 'uuid') return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, fc.uuid());
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern && pattern !== '\\S') return fc.stringMatching(new RegExp(pattern as string), { maxLength: 60 });
  const longest = Math.min(maxLength as number, 300);
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...ids).map((id) => id.slice(0, longest)) },
    fc.string({ minLength: Math.max(minLength as number, pattern ? 1 : 0), maxLength: longest, unit: 'grapheme' }),
  );
}
