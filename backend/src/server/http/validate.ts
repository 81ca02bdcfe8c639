import { NOT_BLANK } from '@flyerdeck/contracts';
import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { badRequest } from './errors.ts';

// ajv-formats is a CommonJS module: the type of its default export is wrong for Node.
const addAllFormats = addFormats as unknown as (ajv: Ajv) => Ajv;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** RFC 3339, with an offset that exists on earth. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/i;
const FIRST_YEAR_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_YEAR_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Postgres or Date cannot read some values of ajv's formats, such as `urn:uuid:`, leap seconds and the year 0. */
function withFormats(ajv: Ajv): Ajv {
  const { 'date-time': dateTime } = addAllFormats(ajv).formats;
  const isDateTime = (dateTime as { validate: (text: string) => boolean }).validate;
  ajv.addFormat('uuid', UUID);
  ajv.addFormat('date-time', (text) => {
    const ms = Date.parse(text);
    return DATE_TIME.test(text) && isDateTime(text) && ms >= FIRST_YEAR_MS && ms <= LAST_YEAR_MS;
  });
  return ajv;
}

const options = {
  allErrors: false,
  useDefaults: true,
  strict: true,
  strictTypes: false,
  // The tests check the schemas. Each process would first compile the schema of schemas.
  validateSchema: false,
} as const;
const strictAjv = withFormats(new Ajv(options));
// Parses the numbers and booleans of paths and queries.
const urlAjv = withFormats(new Ajv({ ...options, coerceTypes: true }));

type Part = 'path' | 'query' | 'body' | 'response';

/** ajv caches the compiled schema. */
const validatorFor = (part: Part, schema: TSchema) =>
  (part === 'path' || part === 'query' ? urlAjv : strictAjv).compile(schema);

function sentence(part: Part, error: ErrorObject): string {
  const field = error.instancePath.slice(1).replaceAll('/', '.');
  const what = field ? `'${field}'` : `The ${part}`;
  switch (error.keyword) {
    case 'required':
      return `'${[field, String(error.params.missingProperty)].filter(Boolean).join('.')}' is missing in the ${part}.`;
    case 'additionalProperties':
      return `'${[field, String(error.params.additionalProperty)].filter(Boolean).join('.')}' is not known in the ${part}.`;
    case 'enum':
      return `${what} must be one of ${(error.params.allowedValues as unknown[]).join(', ')}.`;
    case 'pattern':
      return error.params.pattern === NOT_BLANK ? `${what} must not be blank.` : `${what} has a wrong form.`;
    case 'not':
      return `${what} must not be zero.`;
    default:
      return `${what} ${error.message ?? 'is not valid'}.`;
  }
}

/** A NUL, half of a surrogate pair, or an infinite number. */
function unstorablePath(data: unknown, path = ''): string | null {
  if (typeof data === 'string') return data.includes('\u0000') || !data.isWellFormed() ? path : null;
  // `1e309` in a query is parsed as Infinity, for which ajv does not check the limits.
  if (typeof data === 'number') return Number.isFinite(data) ? null : path;
  if (typeof data !== 'object' || data === null) return null;
  for (const [key, value] of Object.entries(data)) {
    const found = unstorablePath(value, path ? `${path}.${key}` : key);
    if (found !== null) return found;
    if (unstorablePath(key) !== null) return path;
  }
  return null;
}

/** ajv reports an error for each member of a union; the one deepest in the data is of the best match. */
const clearest = (errors: readonly ErrorObject[] | null | undefined): ErrorObject | undefined =>
  errors
    ?.filter(({ keyword }) => keyword !== 'anyOf')
    .toSorted((a, b) => b.instancePath.split('/').length - a.instancePath.split('/').length)[0];

/** Fills in defaults, and parses numbers of paths and queries. */
export function validateRequest(part: 'path' | 'query' | 'body', schema: TSchema, data: unknown): void {
  const validate = validatorFor(part, schema);
  if (validate(data)) {
    const unstorable = unstorablePath(data);
    if (unstorable === null) return;
    throw badRequest('invalid_request', `'${unstorable}' contains characters that cannot be stored.`, { part });
  }
  const error = clearest(validate.errors);
  throw badRequest('invalid_request', error ? sentence(part, error) : `The ${part} is not valid.`, {
    part,
    path: error?.instancePath ?? '',
  });
}

export function responseProblem(schema: TSchema, data: unknown): string | null {
  const validate = validatorFor('response', schema);
  if (validate(JSON.parse(JSON.stringify(data)))) return null;
  const error = validate.errors?.[0];
  return error ? `${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}` : 'unknown';
}
