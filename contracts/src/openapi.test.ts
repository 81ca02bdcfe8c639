import { openApiDocument } from './openapi.ts';
import { registry } from './registry.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
}
interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, object> };
  readonly responses: Record<string, { readonly description: string; readonly content?: Record<string, object> }>;
}

// As whoever downloads it sees it.
const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3'))) as {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, object> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const operation = (name: string) => {
  const found = operations.find(({ operation: { operationId } }) => operationId === name);
  if (!found) throw new Error(`${name} is not in the document`);
  return found;
};

test('the document is OpenAPI 3.1 of the given version', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('1.2.3');
});

test('every endpoint of the registry is in the document once', () => {
  expect(operations.map(({ operation: { operationId } }) => operationId).sort()).toEqual(Object.keys(registry).sort());
});

test('every parameter of a path is written in braces, required and described', () => {
  for (const { path, operation } of operations) {
    expect(path).toMatch(/^\/api\/[^:]+$/);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const documented = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(documented.map(({ name }) => name).sort()).toEqual(inPath.sort());
    for (const parameter of documented) {
      expect(parameter).toMatchObject({ required: true, description: expect.stringMatching(/\S/) });
    }
  }
});

test('parameters of a query are described and not required unless they are', () => {
  const { operation: listTransactions } = operation('listTransactions');
  expect(listTransactions.parameters).toEqual([
    expect.objectContaining({ name: 'limit', in: 'query', required: false, description: 'At most this many' }),
  ]);
});

test('two calls of one path stand side by side', () => {
  expect(Object.keys(document.paths['/api/presets'] ?? {}).sort()).toEqual(['get', 'post']);
});

test('a call names its security by who may call', () => {
  expect(operation('listPackages').operation.security).toEqual([]);
  expect(operation('me').operation.security).toEqual([{ sessionToken: [], telegramId: [] }]);
  expect(operation('pollDevice').operation.security).toEqual([{ deviceSecret: [] }]);
  const known = Object.keys(document.components.securitySchemes);
  const used = operations.flatMap(({ operation: { security } }) => security.flatMap((scheme) => Object.keys(scheme)));
  expect(used.filter((scheme) => !known.includes(scheme))).toEqual([]);
});

test('a body travels as the contract says', () => {
  expect(Object.keys(operation('uploadTasks').operation.requestBody?.content ?? {})).toEqual(['multipart/form-data']);
  expect(Object.keys(operation('createPreset').operation.requestBody?.content ?? {})).toEqual(['application/json']);
  expect(operation('queueInfo').operation.requestBody).toBeUndefined();
});

test('a success is documented with its answer, a 204 with none, a picture by its kind', () => {
  expect(operation('createPreset').operation.responses['201']?.content).toHaveProperty(['application/json', 'schema']);
  expect(operation('deletePreset').operation.responses['204']).toEqual({ description: 'Success' });
  expect(operation('getImage').operation.responses['200']?.content).toEqual({ 'image/*': {} });
});

test('every error is documented with its codes, the common ones beside its own', () => {
  const { responses } = operation('uploadTasks').operation;
  expect(responses['413']?.description).toBe('file.too_large, file.too_many, request.too_large');
  expect(responses['401']?.description).toContain('auth.deactivated');
  expect(responses['404']?.content).toHaveProperty(['application/json', 'schema', 'properties', 'code']);
});
