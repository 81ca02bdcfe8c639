import { KindGuard, OptionalKind, type TSchema } from '@sinclair/typebox';
import { commonErrors, type Endpoint, ErrorResponse, maxBodyBytesOf } from './endpoint.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from './endpoint.values.ts';
import { type AreaName, areas, endpointsOf } from './registry.ts';

const TAGS: Readonly<Record<AreaName, string>> = {
  auth: 'Signing in and out, and the data of an account',
  linking: 'Linking a page by the token that its extension shows',
  pages: 'Linked pages and their tags',
  assistants: 'Batches of flyers with rules',
  forecasts: 'What Add to Queue would do',
  sheets: 'Many flyers from a CSV file, all or none',
  presets: 'Rules under a name',
  tasks: 'Flyers, what became of them, and their screenshots',
  queue: 'The posting switch, the counts of the queue, its calendar, and what needs a person',
  credits: 'Balance, packages, ledger and sums; for admins, credits of everybody',
  adminCredits: 'Credits of one user and purchases, for admins',
  postings: 'Single posts: the public preview and, for admins, times and analytics',
  admin: 'Users and statistics, for admins',
  adminOperation:
    'Why a page posts or does not, failures, backups, a pause for everybody, and what admins did, for admins',
  downloads: 'Files that were prepared for a download',
  extension: 'What a browser extension calls for its page: linking, polling, reporting, checking its feed',
  runners: 'Programs that run the browsers of many pages: pairing, and the calls of the program itself',
  sitePacks: 'What the extension knows of the creator site, and reports of what it did not find there',
  problemReports: 'Problems that users report, with the action log of their browser tab',
};

const ABOUT = `Flyerdeck posts promotional flyers to the pages of creators. Every error answers \`{ error, code }\`: a sentence for people and a
stable word for programs. Signed-in users send the two headers that signing in answers; a device sends its secret.`;

const ACCESS: Readonly<Record<Endpoint['access'], { readonly who: string; readonly security: readonly object[] }>> = {
  public: { who: 'Needs no authentication.', security: [] },
  user: { who: 'For signed-in users.', security: [{ sessionToken: [], telegramId: [] }] },
  admin: { who: 'For admins.', security: [{ sessionToken: [], telegramId: [] }] },
  device: { who: "For a page's device.", security: [{ deviceSecret: [] }] },
  runner: { who: 'For a runner.', security: [{ runnerSecret: [] }] },
};

const RETRY_LATER = new Set(['429', '503']);

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const isOptional = (schema: TSchema) => OptionalKind in schema;
/** A missing body is read as an empty object. */
const isMandatory = (body: TSchema) => Boolean(body.required?.length || body.minProperties || body.anyOf);

class Operations {
  readonly schemas = new SchemaCollector();

  describe(area: AreaName, name: string, endpoint: Endpoint) {
    const { who, security } = endpoint.isPublicToo
      ? { who: "For anyone, and for a page's device.", security: [{}, ...ACCESS[endpoint.access].security] }
      : ACCESS[endpoint.access];
    return {
      operationId: name,
      tags: [area],
      summary: endpoint.doc,
      description: `${endpoint.doc} ${who}`,
      security,
      parameters: [
        ...this.parameters(endpoint.params, 'path'),
        ...this.parameters(endpoint.query, 'query'),
        ...(endpoint.takesIdempotencyKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ],
      ...(endpoint.body && { requestBody: this.requestBody(name, endpoint, endpoint.body) }),
      responses: { [endpoint.status]: this.success(name, endpoint), ...this.errors(endpoint) },
    };
  }

  private parameters(schema: TSchema | undefined, where: 'path' | 'query') {
    return Object.entries((schema?.properties ?? {}) as Record<string, TSchema>).map(([name, property]) => ({
      name,
      in: where,
      required: where === 'path' || !isOptional(property),
      description: property.description,
      schema: this.schemas.describe(property),
    }));
  }

  private requestBody(name: string, endpoint: Endpoint, body: TSchema) {
    const { consumes = 'application/json', files } = endpoint;
    if (files) return { required: true, content: { [consumes]: this.form(body, files) } };
    return {
      required: isMandatory(body),
      description: `At most ${maxBodyBytesOf(endpoint).toLocaleString('en-US')} bytes.`,
      content: { [consumes]: { schema: this.schemas.describe(body, `${capitalized(name)}Body`) } },
    };
  }

  private form(body: TSchema, { field, description, maxItems, types }: NonNullable<Endpoint['files']>) {
    const fields = this.schemas.describe(body) as { properties: object; required?: readonly string[] };
    const file = { type: 'string', format: 'binary', description: 'Bytes of a file' };
    return {
      schema: {
        ...fields,
        properties: {
          [field]: { type: 'array', items: file, minItems: 1, maxItems, description },
          ...fields.properties,
        },
        required: [field, ...(fields.required ?? [])],
      },
      encoding: { [field]: { contentType: types.join(', ') } },
    };
  }

  private success(name: string, { response, produces }: Endpoint) {
    const content = response
      ? { 'application/json': { schema: this.schemas.describe(response, `${capitalized(name)}Response`) } }
      : produces && { [produces]: { schema: { type: 'string', format: 'binary', description: 'Bytes of the file' } } };
    return {
      description: response?.description || (content ? 'Success' : 'Success; there is no body'),
      ...(content && { content }),
    };
  }

  private errors(endpoint: Endpoint) {
    const codes: Record<string, readonly string[]> = { ...commonErrors(endpoint) };
    for (const [status, own] of Object.entries(endpoint.errors ?? {}))
      codes[status] = [...own, ...(codes[status] ?? [])];
    const schema = this.schemas.describe(ErrorResponse);
    return Object.fromEntries(
      Object.entries(codes).map(([status, words]) => [
        status,
        {
          description: words.join(', '),
          ...(RETRY_LATER.has(status) && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
          content: { 'application/json': { schema } },
        },
      ]),
    );
  }
}

export function openApiDocument(version: string) {
  const operations = new Operations();
  const areaNames = Object.keys(areas) as AreaName[];
  const paths: Record<string, Record<string, object>> = {};
  for (const area of areaNames) {
    for (const [name, endpoint] of endpointsOf(area)) {
      const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operations.describe(area, name, endpoint) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Flyerdeck',
      version,
      description: ABOUT,
      contact: { name: 'The operator of this server' },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    servers: [{ url: '/', description: 'The server that this document came from' }],
    tags: areaNames.map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      schemas: operations.schemas.components,
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Any text of the caller. A repeat with the same one answers what the first did, and does nothing again.',
          schema: { type: 'string', maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
        },
      },
      headers: {
        RetryAfter: { description: 'Seconds after which to try again', schema: { type: 'integer', minimum: 1 } },
      },
      securitySchemes: {
        sessionToken: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Session-Token',
          description: 'The session token that signing in answered',
        },
        telegramId: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Telegram-ID',
          description: 'The Telegram id that signing in answered; it must belong to the session token',
        },
        deviceSecret: {
          type: 'http',
          scheme: 'bearer',
          description: 'The secret that a device was told when it asked to be linked',
        },
        runnerSecret: {
          type: 'http',
          scheme: 'bearer',
          description: 'The secret that a runner was told when it was created',
        },
      },
    },
  };
}

const isObject = (schema: unknown): schema is TSchema => KindGuard.IsObject(schema);

/** By properties, because `Type.Optional` creates another schema with the same properties. */
const NAMES = new Map<object, string>(
  [...Object.values(areas), { ErrorResponse }].flatMap((area) =>
    Object.entries(area).flatMap(([name, value]) =>
      isObject(value) ? [[value.properties as object, name] as const] : [],
    ),
  ),
);

/** Schemas with a name go to `components` and are referenced. */
class SchemaCollector {
  readonly components: Record<string, unknown> = {};

  describe(schema: TSchema, name?: string): unknown {
    const known = isObject(schema) ? (NAMES.get(schema.properties as object) ?? name) : undefined;
    if (known === undefined) return this.inline(schema);
    // Before the contents, so that each schema is converted once.
    if (!(known in this.components)) {
      this.components[known] = {};
      this.components[known] = this.inline(schema);
    }
    return { $ref: `#/components/schemas/${known}` };
  }

  private inline(schema: TSchema): unknown {
    return Object.fromEntries(
      Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
        // Schemas without a name are written out where they are used.
        if (key === 'description' && value === '') return [];
        if (key === 'properties') return [[key, this.each(value as Record<string, TSchema>)]];
        if (key === 'items') return [[key, this.describe(value as TSchema)]];
        if (key === 'anyOf') return [[key, (value as TSchema[]).map((one) => this.describe(one))]];
        // A record: the pattern of its keys matches every key.
        if (key === 'patternProperties') {
          return Object.values(value as Record<string, TSchema>).map((one) => [
            'additionalProperties',
            this.describe(one),
          ]);
        }
        return [[key, value]];
      }),
    );
  }

  private each(properties: Record<string, TSchema>) {
    return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, this.describe(property)]));
  }
}

/** The text of contracts/openapi.json: a line for each call and each schema, so that a difference shows which of them changed. */
export function openApiText(): string {
  const { paths, components, ...rest } = openApiDocument('');
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => [`${method} ${path}`, call]),
  );
  const lines = [...calls, ...Object.entries(components.schemas), ...Object.entries(rest)].map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{\n${lines.sort().join(',\n')}\n}\n`;
}
