import { openApiDocument } from './openapi.ts';
import { registry } from './registry.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
}
interface Content {
  readonly schema: { readonly $ref?: string; readonly required?: readonly string[]; readonly properties?: object };
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, Content> };
  readonly responses: Record<
    string,
    { readonly description: string; readonly headers?: object; readonly content?: Record<string, Content> }
  >;
}

// The document as it is downloaded.
const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3'))) as {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  components: Record<'schemas' | 'parameters' | 'headers' | 'securitySchemes', Record<string, object>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const operation = (name: string) => {
  const found = operations.find(({ operation: { operationId } }) => operationId === name);
  if (!found) throw new Error(`${name} is not in the document`);
  return found;
};

test('the document contains every endpoint of the registry once', () => {
  expect(operations.map(({ operation: { operationId } }) => operationId).sort()).toEqual(Object.keys(registry).sort());
});

test('the security of a call is that of its allowed callers', () => {
  expect(operation('listPackages').operation.security).toEqual([]);
  expect(operation('me').operation.security).toEqual([{ sessionToken: [], telegramId: [] }]);
  expect(operation('pollDevice').operation.security).toEqual([{ deviceSecret: [] }]);
  const known = Object.keys(document.components.securitySchemes);
  const used = operations.flatMap(({ operation: { security } }) => security.flatMap((scheme) => Object.keys(scheme)));
  expect(used.filter((scheme) => !known.includes(scheme))).toEqual([]);
});

test('every call has a described tag, a summary and its allowed callers', () => {
  const described = document.tags.filter(({ description }) => description).map(({ name }) => name);
  for (const { operation } of operations) {
    expect(described).toEqual(expect.arrayContaining([...operation.tags]));
    expect([operation.tags.length, operation.summary !== '', operation.description]).toEqual([
      1,
      true,
      expect.stringMatching(/(users|admins|device|runner|authentication)\.$/),
    ]);
  }
  expect(document.servers).toHaveLength(1);
});

test('schemas have the names of the contracts, and every reference exists', () => {
  const { schemas } = document.components;
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      'Page',
      'Task',
      'TaskDetail',
      'Assistant',
      'PostingRules',
      'ErrorResponse',
      'PollResponse',
    ]),
  );
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  expect(schemas.Assistant).toHaveProperty(['properties', 'posting_rules'], ref('PostingRules'));
  expect(schemas.ListUserPagesResponse).toHaveProperty(['properties', 'pages', 'items'], ref('Page'));
  const text = JSON.stringify(document);
  const missing = [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].filter(
    ([, kind, name]) => !document.components[kind as 'schemas']?.[name ?? ''],
  );
  expect(missing).toEqual([]);
});
