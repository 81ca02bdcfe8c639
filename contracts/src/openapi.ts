import type { TSchema } from '@sinclair/typebox';
import { commonErrors, type Endpoint } from './endpoint.ts';
import { ErrorResponse } from './error.ts';
import { registry } from './registry.ts';

const SECURITY: Record<Endpoint['access'], object[]> = {
  public: [],
  user: [{ sessionToken: [], telegramId: [] }],
  admin: [{ sessionToken: [], telegramId: [] }],
  device: [{ deviceSecret: [] }],
};

function parameters(schema: TSchema | undefined, where: 'path' | 'query') {
  return Object.entries((schema?.properties ?? {}) as Record<string, TSchema>).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || Boolean((schema?.required as string[] | undefined)?.includes(name)),
    description: property.description,
    schema: property,
  }));
}

function operation(name: string, endpoint: Endpoint) {
  const errors = { ...commonErrors(endpoint) };
  for (const [status, codes] of Object.entries(endpoint.errors ?? {})) {
    errors[Number(status)] = [...codes, ...(errors[Number(status)] ?? [])];
  }
  return {
    operationId: name,
    summary: endpoint.doc,
    security: SECURITY[endpoint.access],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: { content: { [endpoint.consumes ?? 'application/json']: { schema: endpoint.body } } },
    }),
    responses: {
      [endpoint.status]: {
        description: 'Success',
        ...(endpoint.response && { content: { 'application/json': { schema: endpoint.response } } }),
        ...(endpoint.produces && { content: { [endpoint.produces]: {} } }),
      },
      ...Object.fromEntries(
        Object.entries(errors).map(([status, codes]) => [
          status,
          { description: codes.join(', '), content: { 'application/json': { schema: ErrorResponse } } },
        ]),
      ),
    },
  };
}

/** The OpenAPI 3.1 document of the whole registry. */
export function openApiDocument(version: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(registry)) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Flyerdeck', version },
    paths,
    components: {
      securitySchemes: {
        sessionToken: { type: 'apiKey', in: 'header', name: 'X-Session-Token' },
        telegramId: { type: 'apiKey', in: 'header', name: 'X-Telegram-ID' },
        deviceSecret: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}
