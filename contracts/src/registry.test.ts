import type { TSchema } from '@sinclair/typebox';
import { commonErrors, type Endpoint, ErrorResponse, errorCodes, maxBodyBytesOf } from './endpoint.ts';
import { MAX_BODY_BYTES } from './endpoint.values.ts';
import { registry } from './registry.ts';

const endpoints = Object.entries(registry);

interface SchemaEntry {
  /** The path to the schema, for example `listTasks.response[].errors[].message`. */
  readonly path: string;
  readonly schema: TSchema;
  readonly isProperty: boolean;
}

/** The schema and every schema inside it: properties, items, records' values, the members of unions. */
function nestedSchemas(path: string, schema: TSchema, isProperty = false): SchemaEntry[] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  const values = Object.values((schema.patternProperties ?? {}) as Record<string, TSchema>);
  const members = [...((schema.anyOf ?? []) as TSchema[]), ...((schema.allOf ?? []) as TSchema[])];
  return [
    { path, schema, isProperty },
    ...properties.flatMap(([name, property]) => nestedSchemas(`${path}.${name}`, property, true)),
    ...(schema.items ? nestedSchemas(`${path}[]`, schema.items as TSchema) : []),
    ...values.flatMap((value) => nestedSchemas(`${path}.*`, value)),
    ...members.flatMap((member, index) => nestedSchemas(`${path}|${index}`, member)),
  ];
}

const PARTS = ['params', 'query', 'body', 'response'] as const;
const schemasOf = (parts: readonly (typeof PARTS)[number][]): SchemaEntry[] =>
  endpoints.flatMap(([name, endpoint]) =>
    parts.flatMap((part) => (endpoint[part] ? nestedSchemas(`${name}.${part}`, endpoint[part]) : [])),
  );

const pathsWhere = (entries: readonly SchemaEntry[], isWrong: (entry: SchemaEntry) => boolean) =>
  entries.filter(isWrong).map(({ path }) => path);

const isOpenObject = ({ schema }: SchemaEntry) =>
  schema.type === 'object' && !schema.patternProperties && schema.additionalProperties !== false;

const names = (where: (endpoint: Endpoint) => boolean) =>
  endpoints.filter(([, endpoint]) => where(endpoint)).map(([name]) => name);

test('an integer of a request fits into a column', () => {
  const isTooLarge = ({ schema }: SchemaEntry) =>
    schema.type === 'integer' && !schema.enum && !((schema.maximum ?? Number.POSITIVE_INFINITY) < 2 ** 31);
  const parts = schemasOf(['params', 'query', 'body']);
  // Telegram signs those of its widget.
  expect(pathsWhere(parts, isTooLarge).filter((path) => !path.includes('.widget'))).toEqual([]);
});

test('every property has a description', () => {
  expect(pathsWhere(schemasOf(PARTS), ({ isProperty, schema }) => isProperty && !schema.description?.trim())).toEqual(
    [],
  );
  expect(
    pathsWhere(nestedSchemas('error', ErrorResponse), ({ isProperty, schema }) => isProperty && !schema.description),
  ).toEqual([]);
});

test('no answer may contain fields that its contract does not name', () => {
  expect(pathsWhere([...schemasOf(['response']), ...nestedSchemas('error', ErrorResponse)], isOpenObject)).toEqual([]);
});

test('no request may contain fields that its contract does not name', () => {
  expect(pathsWhere(schemasOf(['params', 'query', 'body']), isOpenObject)).toEqual([]);
});

test('no two endpoints have the same method and path', () => {
  // Two parameters of different names match the same addresses.
  const addresses = endpoints.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});

test('the parameters of a path are exactly those of its schema', () => {
  const wrong = endpoints.filter(([, { path, params }]) => {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const inSchema = Object.keys((params?.properties ?? {}) as object);
    return inPath.sort().join() !== inSchema.sort().join();
  });
  expect(wrong.map(([name]) => name)).toEqual([]);
});

test('the values in tags are parameters of the path or fields of the body', () => {
  const wrong = names(({ params, body, changes = [], changesElsewhere = [], refetchOnFailure = [] }) => {
    const known = Object.keys({ ...params?.properties, ...body?.properties });
    const used = [...changes, ...changesElsewhere, ...refetchOnFailure].flatMap((tag) => tag.match(/(?<=:)\w+/g) ?? []);
    return used.some((name) => !known.includes(name));
  });
  expect(wrong).toEqual([]);
});

test('status 204 has no answer, and every other success has one', () => {
  expect(names(({ status, response, produces }) => (status === 204) !== (response === undefined && !produces))).toEqual(
    [],
  );
});

test('only calls that change something have a body', () => {
  expect(names(({ method, body }) => body !== undefined && (method === 'GET' || method === 'DELETE'))).toEqual([]);
});

/** The size in bytes of the largest JSON of this schema, with all lists and texts at their limits. Texts without a limit count as empty. */
function largestJson(schema: TSchema): number {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  const own = properties.reduce((sum, [name, property]) => sum + name.length + 4 + largestJson(property), 2);
  const items = ((schema.maxItems as number | undefined) ?? 0) * (schema.items ? largestJson(schema.items) + 1 : 0);
  // A character of UTF-16 has three bytes at most.
  const length = schema.format === 'uuid' ? 36 : 3 * ((schema.maxLength as number | undefined) ?? 0);
  return own + items + length + Math.max(0, ...((schema.anyOf ?? []) as TSchema[]).map(largestJson));
}

test('the largest body that a contract allows is within its size limit', () => {
  const tooSmall = endpoints.filter(
    ([, endpoint]) => endpoint.body && !endpoint.consumes && largestJson(endpoint.body) > maxBodyBytesOf(endpoint),
  );
  expect(tooSmall.map(([name, { body }]) => [name, body && largestJson(body)])).toEqual([]);
});

test('a contract has a size limit above 100 kB only if its body can be that large', () => {
  expect(
    names(({ body, maxBodyBytes }) => maxBodyBytes !== undefined && (!body || largestJson(body) < MAX_BODY_BYTES)),
  ).toEqual([]);
});

test('every error code is a word, or an area and a word with a dot between them', () => {
  const codes = endpoints.flatMap(([name, endpoint]) =>
    [endpoint.errors ?? {}, commonErrors(endpoint)].flatMap((errors) =>
      Object.values(errors)
        .flat()
        .map((code) => ({ name, code })),
    ),
  );
  expect(codes.length).toBeGreaterThan(endpoints.length);
  expect(codes.filter(({ code }) => !/^[a-z_]+(\.[a-z_]+)?$/.test(code))).toEqual([]);
});

test('an endpoint lists each error code of a status once', () => {
  const repeated = endpoints.filter(([, endpoint]) => {
    const statuses = new Set([...Object.keys(endpoint.errors ?? {}), ...Object.keys(commonErrors(endpoint))]);
    return [...statuses].some((status) => {
      const codes = errorCodes(endpoint, Number(status));
      return new Set(codes).size !== codes.length;
    });
  });
  expect(repeated.map(([name]) => name)).toEqual([]);
});

test('a call with admin in its path is for admins only [S8.2-2, S14.2-8]', () => {
  expect(names(({ path, access }) => /\badmin\b/.test(path) && access !== 'admin')).toEqual([]);
});

test('only admin calls can be refused with 403, and all calls except public ones with 401', () => {
  expect(names(({ access, ...rest }) => (access === 'admin') !== 403 in commonErrors({ access, ...rest }))).toEqual([]);
  expect(names(({ access, ...rest }) => (access !== 'public') !== 401 in commonErrors({ access, ...rest }))).toEqual(
    [],
  );
});
