import type { Static, TOptional, TSchema } from '@sinclair/typebox';
import type { CacheTag } from './cacheTags.values.ts';
import type { Endpoint, ParamsOf, QueryOf, ResponseOf } from './endpoint.ts';

/** `calls.ts` has one for each endpoint that the web app may call. */
export interface Call<E extends Endpoint = Endpoint> {
  readonly method?: Exclude<Endpoint['method'], 'GET'>;
  readonly path: string;
  readonly access?: 'public';
  readonly changes?: readonly CacheTag[];
  readonly refetchOnFailure?: readonly CacheTag[];
  /** Never set: it carries the types. */
  readonly contract?: E;
}

/** As `isCalledByWebApp` in registry.ts. */
type NotOfWebApp =
  | { readonly produces: string }
  | { readonly path: '/runner' | `/${'extension' | 'runner'}/${string}` };
/** The calls of an area's module. */
export type CallsOf<Area> = {
  readonly [Name in keyof Area as Area[Name] extends NotOfWebApp
    ? never
    : Area[Name] extends Endpoint
      ? Name
      : never]: Call<Extract<Area[Name], Endpoint>>;
};

type BodyPart<E> = E extends { readonly consumes: 'multipart/form-data' }
  ? { readonly body?: unknown }
  : E extends { readonly body: infer Body extends TSchema }
    ? Body extends TOptional<TSchema>
      ? { readonly body?: Static<Body> }
      : { readonly body: Static<Body> }
    : unknown;
type KeyPart<E> = E extends { readonly takesIdempotencyKey: true } ? { readonly idempotencyKey: string } : unknown;
type Parts<E extends Endpoint> = (ParamsOf<E> extends object ? ParamsOf<E> : unknown) &
  (QueryOf<E> extends object ? QueryOf<E> : unknown) &
  BodyPart<E> &
  KeyPart<E>;
type Flat<T> = keyof T extends never ? never : { [K in keyof T]: T[K] };

/** `void`, as in RTK Query, where the argument may be left out. */
export type ArgumentOf<E extends Endpoint> = Flat<Parts<E>> | LeftOut<Parts<E>>;
// biome-ignore lint/suspicious/noConfusingVoidType: the type that RTK Query uses.
type LeftOut<T> = Record<never, never> extends T ? void : never;

/** Null without an answer. */
export type AnswerOf<E extends Endpoint> = ResponseOf<E> extends undefined ? null : ResponseOf<E>;
