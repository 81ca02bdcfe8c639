import type * as contracts from '@flyerdeck/contracts/types';
import type { AnswerOf, ArgumentOf, CacheTag, CacheTagType, Call, Endpoint } from '@flyerdeck/contracts/types';
import type { MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query';
import { api } from './api.ts';
import type { ApiRequest, BaseQuery } from './baseQuery.ts';

type Query<Arg, Answer> = QueryDefinition<Arg, BaseQuery, CacheTagType, Answer, 'api'>;
type Mutation<Arg, Answer> = MutationDefinition<Arg, BaseQuery, CacheTagType, Answer, 'api'>;

interface CallOptions<E extends Endpoint> {
  /** `:name` in a tag stands for that value of the argument. With it a call is a query, also if it is no GET. */
  readonly provides?: readonly CacheTag[];
  readonly keepUnusedDataFor?: number;
  readonly args?: (arg: never) => ArgumentOf<E> & Pick<ApiRequest, 'send' | 'onProgress'>;
}
type Options<Calls> = {
  readonly [Name in keyof Calls]?: Calls[Name] extends Call<infer E> ? CallOptions<E> : never;
};

type Argument<E extends Endpoint, Option> = Option extends { args(arg: infer Arg): unknown } ? Arg : ArgumentOf<E>;
type Definition<OneCall, Option> =
  OneCall extends Call<infer E>
    ? Option extends { readonly provides: unknown }
      ? Query<Argument<E, Option>, AnswerOf<E>>
      : E extends { readonly method: NonNullable<Call['method']> }
        ? Mutation<Argument<E, Option>, AnswerOf<E>>
        : Query<Argument<E, Option>, AnswerOf<E>>
    : never;

interface Tag {
  readonly type: CacheTagType;
  readonly id?: string;
}

/** The tags of one call. `:name` in a tag stands for that value of the call's argument or of its body. */
const tagsOf = (tags: readonly CacheTag[], argument?: unknown): Tag[] => {
  const { body, ...values } = Object(argument) as Readonly<Record<string, unknown>>;
  const known = { ...Object(body), ...values } as Readonly<Record<string, unknown>>;
  return tags.map((tag) => {
    const [type, id] = tag.split('/') as [CacheTagType, string?];
    return id ? { type, id: id.replace(/:(\w+)/, (_, name: string) => String(known[name])) } : { type };
  });
};

type AnyArgument = Pick<ApiRequest, 'body' | 'send' | 'onProgress'> & { readonly idempotencyKey?: string };

function requestOf({ method, path, access }: Call, argument: unknown): ApiRequest {
  const { body, idempotencyKey, send, onProgress, ...values } = Object(argument) as AnyArgument;
  const query: Record<string, string> = { ...(values as object) };
  // A value stays one segment of the path, also with a slash.
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(query[name] as string);
    delete query[name];
    return value;
  });
  const headers = idempotencyKey === undefined ? undefined : { 'Idempotency-Key': idempotencyKey };
  return { method, path: filledPath, query, access, headers, body, send, onProgress };
}

/** Calls that change data say in their contracts which tags they make outdated; the others are queries. */
export const injectCalls = <Calls extends Readonly<Record<keyof Calls, Call>>, Given extends Options<Calls>>(
  calls: Calls,
  given: Given,
) =>
  api.injectEndpoints({
    endpoints: (build) => {
      const endpoints = Object.entries<Call>(calls).map(([name, call]) => {
        const { args, provides, ...options } = (given as Readonly<Record<string, CallOptions<Endpoint>>>)[name] ?? {};
        const query = (arg: unknown) => requestOf(call, args ? args(arg as never) : arg);
        const endpoint =
          call.method && !provides
            ? build.mutation<unknown, unknown>({
                query,
                invalidatesTags: (_answer, error, arg) =>
                  tagsOf((error ? call.refetchOnFailure : call.changes) ?? [], arg),
              })
            : build.query<unknown, unknown>({
                query,
                providesTags: (_answer, _error, arg) => tagsOf(provides ?? [], arg),
                ...options,
              });
        return [name, endpoint];
      });
      return Object.fromEntries(endpoints) as {
        [Name in keyof Calls]: Definition<Calls[Name], Name extends keyof Given ? Given[Name] : unknown>;
      };
    },
  });

type Contracts = typeof contracts;
type CallName = {
  [Name in keyof Contracts]: Contracts[Name] extends contracts.Endpoint ? Name : never;
}[keyof Contracts];

export type Answer<Name extends CallName> = contracts.ResponseOf<Extract<Contracts[Name], contracts.Endpoint>>;
