import type { UnknownAction } from '@reduxjs/toolkit';
import type { ApiError } from '../../data/apiError.ts';
import type { RootState } from '../../data/store/rootReducer.ts';
import type { ActionLog } from '../log/logFormat.ts';
import { mayHaveOthersTexts } from './mayHaveOthersTexts.ts';
import { TextIndex } from './TextIndex.ts';

/** Names of values that are ids or words of a fixed set, which the reducers and screens need. All other texts are hidden. */
const KEPT_NAMES = new Set(
  [
    'status from_status to_status bottleneck_status stored_status act transaction_type stage what kind state health',
    'wait_reason pause_reason error_code code id _id guid userId build_id request_ids verdict role granularity',
  ].flatMap((names) => names.split(' ')),
);
const KEPT_NAME = /_(id|ids|guid|at)$/;
const KEPT_VALUE = /^(\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?)$/i;
/** Names of fields, statuses, and transitions such as 'pending -> posting'. Other keys are texts. */
const KEPT_KEY = /^[a-z_]+( -> [a-z_]+)?$/i;

interface Call {
  readonly meta?: { readonly requestStatus?: string; readonly arg?: { readonly endpointName?: string } };
  readonly payload?: unknown;
}
interface Patches {
  readonly queryCacheKey?: string;
  readonly patches?: readonly { readonly path: readonly (string | number)[]; readonly value?: unknown }[];
}
type Cached = Readonly<
  Record<string, { readonly endpointName?: string; readonly data?: unknown; readonly error?: unknown } | undefined>
>;

const isKept = (name: string, text: string) =>
  text === '' || KEPT_NAMES.has(name) || KEPT_NAME.test(name) || KEPT_VALUE.test(text);

/**
 * The log without texts of other users: those in answers and refusals for admins and in previews, and wherever the same texts occur
 * again. Equal texts get the same placeholder, so the log still replays.
 */
export function hideOthersTexts(log: ActionLog): ActionLog {
  const texts = new TextIndex();
  const isAdmin = wasAdmin(log);
  const isForeign = (call: string | undefined) => call !== undefined && mayHaveOthersTexts(call, isAdmin);

  const hidden = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return isKept(name, value) ? value : texts.add(value);
    if (Array.isArray(value)) return value.map((item) => hidden(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        KEPT_KEY.test(key) || KEPT_VALUE.test(key) ? key : texts.add(key),
        hidden(item, key),
      ]),
    );
  };
  /** The server's sentence and its code stay. The message repeats the whole answer after its first words. */
  const hiddenError = (error: unknown): unknown => {
    const { message, details } = Object(error) as Partial<ApiError>;
    if (message === undefined) return error;
    return {
      ...Object(error),
      message: message.split(': {')[0],
      ...(details !== undefined && { details: hidden(details) }),
    };
  };
  const hiddenCache = <T extends Cached>(cache: T): T =>
    Object.fromEntries(
      Object.entries(cache).map(([key, entry]) => [
        key,
        entry && isForeign(entry.endpointName)
          ? {
              ...entry,
              data: hidden(entry.data),
              ...(entry.error !== undefined && { error: hiddenError(entry.error) }),
            }
          : entry,
      ]),
    ) as T;
  const hiddenState = (state: RootState): RootState => ({
    ...state,
    api: { ...state.api, queries: hiddenCache(state.api.queries), mutations: hiddenCache(state.api.mutations) },
  });
  const hiddenAction = (action: UnknownAction): UnknownAction => {
    const { meta, payload } = action as Call;
    if (isForeign(meta?.arg?.endpointName)) {
      if (meta?.requestStatus === 'fulfilled') return { ...action, payload: hidden(payload) };
      if (meta?.requestStatus === 'rejected') return { ...action, payload: hiddenError(payload) };
    }
    const { queryCacheKey, patches } = Object(payload) as Patches;
    if (!patches || !isForeign(queryCacheKey?.split('(')[0])) return action;
    return {
      ...action,
      payload: {
        ...Object(payload),
        patches: patches.map((patch) =>
          'value' in patch ? { ...patch, value: hidden(patch.value, nameIn(patch.path)) } : patch,
        ),
      },
    };
  };

  const base = { ...log.base, state: hiddenState(log.base.state) };
  const entries = log.entries.map((entry) => ({ ...entry, action: hiddenAction(entry.action) }));
  if (texts.isEmpty) return { ...log, base, entries };
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return texts.replaceIn(value);
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [texts.replaceIn(key), replaced(item)]));
  };
  return { ...log, base: replaced(base) as typeof base, entries: replaced(entries) as typeof entries };
}

/** The last name in the path of a patch; the position in a list is no name. */
const nameIn = (path: readonly (string | number)[]): string =>
  String(path.findLast((step) => typeof step === 'string' && !/^\d+$/.test(step)) ?? '');

function wasAdmin({ base, entries }: ActionLog): boolean {
  if (base.state.session.user?.is_admin) return true;
  return entries.some(({ action }) => {
    const { meta, payload } = action as Call;
    return meta?.arg?.endpointName === 'me' && (Object(payload) as { is_admin?: unknown }).is_admin === true;
  });
}
