import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { endSession } from './auth.ts';
import { commonErrors, type Endpoint, ErrorResponse, errorCodes, maxBodyBytesOf } from './endpoint.ts';
import { MAX_BODY_BYTES } from './endpoint.values.ts';
import { hintTagsOf } from './live.ts';
import { openApiDocument, openApiText } from './openapi.ts';
import { unlinkPage } from './pages.ts';
import { listPresets } from './presets.ts';
import { callsText, registry } from './registry.ts';
import { statusLabel } from './statusLabel.ts';
import { ASSISTANT_STATUS_LABELS, TASK_STATUS_LABELS } from './values.ts';

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

test.each([
  ['src/calls.ts', callsText],
  ['openapi.json', openApiText],
])('%s is that of the contracts; `npm run calls` writes it', (file, textOf) => {
  expect(readFileSync(path.join(__dirname, '..', file), 'utf8')).toBe(textOf());
});

test('the hint of a call has the types that it changes and that the live channel knows, each once', () => {
  expect(hintTagsOf(unlinkPage)).toEqual(['Assistant', 'Task', 'Queue', 'Page']);
  expect(hintTagsOf(endSession)).toEqual([]);
  expect(hintTagsOf(listPresets)).toEqual([]);
});

// The document as it is downloaded.
const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3'))) as {
  paths: Record<string, Record<string, { operationId: string; security: readonly object[] }>>;
  components: Record<string, Record<string, object>>;
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('the security of a call is that of its allowed callers', () => {
  const securityOf = (name: string) => operations.find(({ operationId }) => operationId === name)?.security;
  expect(securityOf('listPackages')).toEqual([]);
  expect(securityOf('me')).toEqual([{ sessionToken: [], telegramId: [] }]);
  expect(securityOf('pollDevice')).toEqual([{ deviceSecret: [] }]);
  const known = Object.keys(document.components.securitySchemes ?? {});
  const used = operations.flatMap(({ security }) => security.flatMap((scheme) => Object.keys(scheme)));
  expect(used.filter((scheme) => !known.includes(scheme))).toEqual([]);
});

test('every reference exists', () => {
  const missing = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].filter(
    ([, kind = '', name = '']) => !document.components[kind]?.[name],
  );
  expect(missing).toEqual([]);
});

test('tasks have the statuses and labels of the specification [4.3-01, 4.3-02, 4.3-03, 4.3-04, 4.3-05, 4.3-06, 4.3-07, 4.3-08, 4.3-09, 4.3-10]', () => {
  expect(TASK_STATUS_LABELS).toEqual({
    waiting: 'Waiting',
    in_queue: 'In Queue',
    pending: 'Pending',
    posting: 'Posting',
    partially_posted: 'Partially Posted',
    partially_completed: 'Partially Completed',
    completed: 'Completed',
    failed: 'Failed',
    posted: 'Posted',
    archived: 'Archived',
  });
});

test('assistants have the statuses and labels of the specification [4.8-01, 4.8-02, 4.8-03, 4.8-04, 4.8-05, 4.8-06, 4.8-07, 4.8-08]', () => {
  expect(ASSISTANT_STATUS_LABELS).toMatchObject({
    waiting: 'Waiting to Start',
    in_queue: 'In Queue',
    pending: 'Pending Tasks',
    posting: 'Posting Tasks',
    partially_completed: 'Partially Completed',
    paused: 'Paused',
    completed: 'Completed',
    failed: 'Failed',
  });
});

test.each([
  ['in_queue', 'In Queue'],
  ['teleporting', 'teleporting'],
  ['toString', 'toString'],
  ['', 'Unknown'],
  [null, 'Unknown'],
])('the label of the status %p is %s [4.3-11, 4.3-12]', (status, label) => {
  expect(statusLabel(TASK_STATUS_LABELS, status)).toBe(label);
});
