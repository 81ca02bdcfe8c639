import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { CacheTag } from './cacheTags.values.ts';
import { MAX_BODY_BYTES } from './endpoint.values.ts';
import { closed, text } from './schema.ts';

/** `error` is a sentence for people; `code` is for programs and never changes. */
export const ErrorResponse = closed({
  error: text('What went wrong, one sentence for people'),
  code: text('A stable word for programs'),
  details: Type.Optional(Type.Unknown({ description: 'What exactly was wrong, where that helps' })),
});
export type ErrorResponse = Static<typeof ErrorResponse>;

/** `public` needs no authentication, `user` and `admin` both session headers, `device` and `runner` `Authorization: Bearer <secret>`. */
export type Access = 'public' | 'user' | 'admin' | 'device' | 'runner';

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
  /** Callers without an Authorization header are answered too. */
  readonly isPublicToo?: true;
  readonly doc: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** JSON by default. */
  readonly consumes?: 'application/json' | 'multipart/form-data';
  readonly files?: FilesField;
  readonly takesIdempotencyKey?: true;
  /** Bytes of JSON; MAX_BODY_BYTES by default. */
  readonly maxBodyBytes?: number;
  /** Default: `rateLimitClassOf`. */
  readonly rateLimit?: RateLimitClass;
  /** After a success, by the calling tab and by the caller's other tabs, which get a hint. */
  readonly changes?: readonly CacheTag[];
  /** The calling tab takes these changes from the answer. */
  readonly changesElsewhere?: readonly CacheTag[];
  /** By the calling tab, after a failure. */
  readonly refetchOnFailure?: readonly CacheTag[];
  /** After a success the caller's pages get a hint to poll. */
  readonly wakesPages?: true;
  /** Two of a caller run at a time and six in all. Cancelled when the caller disconnects. */
  readonly isSearch?: true;
  readonly status: 200 | 201 | 204;
  /** Absent with 204, and where the response is not JSON (`produces`). */
  readonly response?: TSchema;
  readonly produces?: string;
  /** Beside those of its access level (`commonErrors`). */
  readonly errors?: Readonly<Record<number, readonly string[]>>;
}

type Defaults = Pick<Endpoint, 'method' | 'status'>;

/** Defaults: GET; for signed-in users; 200, or 204 without an answer. */
export const defineEndpoint = <
  const E extends Omit<Endpoint, keyof Defaults | 'access'> & Partial<Defaults & Pick<Endpoint, 'access'>>,
>(
  endpoint: E,
) =>
  ({
    method: 'GET',
    access: 'user',
    status: endpoint.response || endpoint.produces ? 200 : 204,
    ...endpoint,
  }) as E & Defaults & (E extends { readonly access: Access } ? unknown : { readonly access: 'user' });

type Part<E, K extends keyof Endpoint> = K extends keyof E
  ? E[K] extends TSchema
    ? Static<E[K]>
    : undefined
  : undefined;
export type ParamsOf<E extends Endpoint> = Part<E, 'params'>;
export type QueryOf<E extends Endpoint> = Part<E, 'query'>;
export type BodyOf<E extends Endpoint> = Part<E, 'body'>;
export type ResponseOf<E extends Endpoint> = Part<E, 'response'>;

export function rateLimitClassOf({ rateLimit, access, method }: Endpoint): RateLimitClass {
  if (rateLimit) return rateLimit;
  if (access === 'user') return method === 'GET' ? 'read' : 'write';
  return access;
}

export const maxBodyBytesOf = ({ maxBodyBytes = MAX_BODY_BYTES }: Endpoint): number => maxBodyBytes;

/** The list of an endpoint names only its own errors. */
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

export function errorCodes(endpoint: Endpoint, status: number): readonly string[] {
  return [...(endpoint.errors?.[status] ?? []), ...(commonErrors(endpoint)[status] ?? [])];
}
