import type { AnswerOf, ArgumentOf, CacheTag, CacheTagType, Call, Endpoint } from '@flyerdeck/contracts/types';
import type { EndpointBuilder, MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query';
import type { ApiRequest, BaseQuery } from './baseQuery.ts';

type Build = EndpointBuilder<BaseQuery, CacheTagType, 'api'>;
type Query<Arg, Answer> = QueryDefinition<Arg, BaseQuery, CacheTagType, Answer, 'api'>;
type Mutation<Arg, Answer> = MutationDefinition<Arg, BaseQuery, CacheTagType, Answer, 'api'>;

interface QueryOptions {
  /** `:name` in a tag stands for that value of the argument. */
  readonly provides?: readonly CacheTag[];
  readonly keepUnusedDataFor?: number;
}
type MutationOptions<Arg, Answer> = Pick<Mutation<Arg, Answer>, 'onQueryStarted'>;
/** For an endpoint whose own argument is not that of its call. An upload also says how it is sent. */
interface OwnArgument<E extends Endpoint, Arg> {
  readonly args: (arg: Arg) => ArgumentOf<E> & Pick<ApiRequest, 'send' | 'onProgress'>;
}

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

/** The request of a call. Values that are not in the path are its query. */
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

export function query<E extends Endpoint>(
  build: Build,
  call: Call<E>,
  options?: QueryOptions,
): Query<ArgumentOf<E>, AnswerOf<E>>;
export function query<E extends Endpoint, Arg>(
  build: Build,
  call: Call<E>,
  options: QueryOptions & OwnArgument<E, Arg>,
): Query<Arg, AnswerOf<E>>;
export function query<E extends Endpoint, Arg>(
  build: Build,
  call: Call<E>,
  { args, provides = [], ...options }: QueryOptions & Partial<OwnArgument<E, Arg>> = {},
): Query<Arg, AnswerOf<E>> {
  return build.query<AnswerOf<E>, Arg>({
    query: (arg) => requestOf(call, args ? args(arg) : arg),
    providesTags: (_answer, _error, arg) => tagsOf(provides, arg),
    ...options,
  });
}

/** An endpoint that changes data. Its contract says which tags it makes outdated. */
export function mutation<E extends Endpoint>(
  build: Build,
  call: Call<E>,
  options?: MutationOptions<ArgumentOf<E>, AnswerOf<E>>,
): Mutation<ArgumentOf<E>, AnswerOf<E>>;
export function mutation<E extends Endpoint, Arg>(
  build: Build,
  call: Call<E>,
  options: OwnArgument<E, Arg>,
): Mutation<Arg, AnswerOf<E>>;
export function mutation<E extends Endpoint, Arg>(
  build: Build,
  call: Call<E>,
  { args, ...options }: MutationOptions<Arg, AnswerOf<E>> & Partial<OwnArgument<E, Arg>> = {},
): Mutation<Arg, AnswerOf<E>> {
  return build.mutation<AnswerOf<E>, Arg>({
    query: (arg) => requestOf(call, args ? args(arg) : arg),
    invalidatesTags: (_answer, error, arg) => tagsOf((error ? call.refetchOnFailure : call.changes) ?? [], arg),
    ...options,
  });
}
