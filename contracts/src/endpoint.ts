import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { closed, text } from './schema.ts';
import type { CacheTag } from './values/cacheTags.ts';
import { MAX_BODY_BYTES } from './values/endpoint.ts';

/** The shape of every error response: `error` is a sentence for people; `code` is for programs and never changes. */
export const ErrorResponse = closed({
  error: text('What went wrong, one sentence for people'),
  code: text('A stable word for programs'),
  details: Type.Optional(Type.Unknown({ description: 'What exactly was wrong, where that helps' })),
});
export type ErrorResponse = Static<typeof ErrorResponse>;

/**
 * Who may call: anyone, without authentication (`public`), a signed-in user (both session headers), an admin,
 * a page's device (`Authorization: Bearer <device_secret>`), or a runner (`Authorization: Bearer <secret>`).
 */
export type Access = 'public' | 'user' | 'admin' | 'device' | 'runner';

/** Classes of rate limits; their numbers are in `backend/src/http/rateLimit.ts`. */
export type RateLimitClass =
  | 'read'
  | 'write'
  | 'heavy'
  | 'admin'
  | 'money'
  | 'export'
  | 'device'
  | 'runner'
  | 'public'
  | 'image'
  | 'preview'
  | 'sign_in'
  | 'link_request'
  | 'link_description'
  | 'problem_report';

interface FilesField {
  readonly field: string;
  readonly description: string;
  readonly maxItems: number;
  readonly types: readonly string[];
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, parameters as `:name`. */
  readonly path: string;
  readonly access: Access;
  /** With `device`: callers without an Authorization header are answered too, as those of a public endpoint. */
  readonly isPublicToo?: true;
  /** One line: what the call does. */
  readonly doc: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Encoding of the body; JSON by default. */
  readonly consumes?: 'application/json' | 'multipart/form-data';
  /** The files of a multipart body. */
  readonly files?: FilesField;
  readonly takesIdempotencyKey?: true;
  /** The largest JSON body in bytes; MAX_BODY_BYTES by default. */
  readonly maxBodyBytes?: number;
  /** By default, `rateLimitClassOf` decides by access and method. */
  readonly rateLimit?: RateLimitClass;
  /** Fetched again after a success: by the calling browser tab, and by the caller's other tabs, which get a hint. */
  readonly changes?: readonly CacheTag[];
  /** Fetched again by the other tabs only: the calling tab takes these changes from the answer. */
  readonly changesElsewhere?: readonly CacheTag[];
  /** Fetched again by the calling tab after a failure. */
  readonly refetchOnFailure?: readonly CacheTag[];
  /** After a success the caller's pages get a hint to poll, because some of them may have work. */
  readonly wakesPages?: true;
  /** Reads much: two of a caller run at a time and six in all, and is cancelled when the caller disconnects. */
  readonly isSearch?: true;
  readonly status: 200 | 201 | 204;
  /** Absent with 204, and where the response is not JSON (`produces`). */
  readonly response?: TSchema;
  readonly produces?: string;
  /** Error codes by HTTP status, beside those every call of its access level has (`commonErrors`). */
  readonly errors?: Readonly<Record<number, readonly string[]>>;
}

type Defaults = Pick<Endpoint, 'method' | 'status'>;

/** `method` is GET by default. `status` is 200 by default, and 204 for an endpoint that answers nothing. */
export const defineEndpoint = <const E extends Omit<Endpoint, keyof Defaults> & Partial<Defaults>>(
  endpoint: E,
): E & Defaults => ({
  method: 'GET',
  status: endpoint.response || endpoint.produces ? 200 : 204,
  ...endpoint,
});

type Part<E, K extends keyof Endpoint> = K extends keyof E
  ? E[K] extends TSchema
    ? Static<E[K]>
    : undefined
  : undefined;
export type ParamsOf<E extends Endpoint> = Part<E, 'params'>;
export type QueryOf<E extends Endpoint> = Part<E, 'query'>;
export type BodyOf<E extends Endpoint> = Part<E, 'body'>;
export type ResponseOf<E extends Endpoint> = Part<E, 'response'>;

/** Every endpoint counts against one class of rate limits. */
export function rateLimitClassOf({ rateLimit, access, method }: Endpoint): RateLimitClass {
  if (rateLimit) return rateLimit;
  if (access === 'user') return method === 'GET' ? 'read' : 'write';
  return access;
}

export const maxBodyBytesOf = ({ maxBodyBytes = MAX_BODY_BYTES }: Endpoint): number => maxBodyBytes;

/** Errors that every endpoint may answer; the list of an endpoint names only its own errors. */
export function commonErrors(endpoint: Endpoint): Record<number, readonly string[]> {
  const errors: Record<number, readonly string[]> = {
    429: ['rate_limited'],
    500: ['internal'],
    503: ['unavailable'],
  };
  if (endpoint.params || endpoint.query || endpoint.body) errors[400] = ['invalid_request'];
  if (endpoint.body) {
    errors[413] = ['request.too_large'];
    errors[415] = ['request.unsupported_type'];
  }
  if (endpoint.access !== 'public') errors[401] = ['auth.required', 'auth.invalid', 'auth.deactivated'];
  if (endpoint.access === 'admin') errors[403] = ['auth.not_admin'];
  return errors;
}

/** Every documented error code of an endpoint at one status. */
export function errorCodes(endpoint: Endpoint, status: number): readonly string[] {
  return [...(endpoint.errors?.[status] ?? []), ...(commonErrors(endpoint)[status] ?? [])];
}
