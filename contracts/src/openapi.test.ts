import { openApiDocument } from './openapi.ts';
import { registry } from './registry.ts';

// The document as it is downloaded.
const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3'))) as {
  paths: Record<string, Record<string, { operationId: string; security: readonly object[] }>>;
  components: Record<string, Record<string, object>>;
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('the document contains every endpoint of the registry once', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(registry).sort());
});

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
