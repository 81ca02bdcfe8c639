import type { UnknownAction } from '@reduxjs/toolkit';
import type { CallMeta } from '../../data/baseQuery.ts';
import type { LogEntry } from './logFormat.ts';

const STEPS: Readonly<Record<string, string>> = { pending: 'asked', fulfilled: 'answered', rejected: 'failed' };

const endpointOf = ({ action }: LogEntry): string | undefined =>
  (action.meta as { arg?: { endpointName?: string } } | undefined)?.arg?.endpointName;

/** The kind by which actions are filtered: the endpoint of a call, else the action's type. */
export const kindOf = (entry: LogEntry): string => endpointOf(entry) ?? entry.action.type;

/** 'listTasks answered', 'navigation/changed', 'ui/uiChanged queueTab' */
export function actionLabel(entry: LogEntry): string {
  const endpoint = endpointOf(entry);
  if (!endpoint) {
    const { key } = Object(entry.action.payload) as { readonly key?: unknown };
    return typeof key === 'string' ? `${entry.action.type} ${key}` : entry.action.type;
  }
  const step = entry.action.type.split('/').at(-1) ?? '';
  return `${endpoint} ${STEPS[step] ?? step}`;
}

export function kindsOf(entries: readonly LogEntry[]): readonly (readonly [kind: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(kindOf(entry), (counts.get(kindOf(entry)) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => one.localeCompare(other));
}

interface QueryAction {
  readonly meta?: { readonly baseQueryMeta?: CallMeta; readonly requestId?: string };
}

export const callOf = (action: UnknownAction): CallMeta | undefined => (action as QueryAction).meta?.baseQueryMeta;

const callIdOf = (action: UnknownAction): string | undefined => (action as QueryAction).meta?.requestId;

interface NetworkCall extends CallMeta {
  /** The positions of the actions that sent the call and that have its answer; null where the log does not have them. */
  readonly askedAt: number | null;
  readonly answeredAt: number;
}

const positionOf = (index: number): number | null => (index < 0 ? null : index + 1);

/** The network call behind an action: its request or its answer. Null for other actions, and while there is no answer. */
export function networkCallOf(entries: readonly LogEntry[], entry: LogEntry): NetworkCall | null {
  const id = callIdOf(entry.action);
  if (id === undefined) return null;
  const answer = entries.findIndex(({ action }) => callIdOf(action) === id && callOf(action) !== undefined);
  const call = entries[answer] && callOf(entries[answer].action);
  if (!call) return null;
  const asked = entries.findIndex(({ action }) => callIdOf(action) === id);
  return { ...call, askedAt: asked === answer ? null : positionOf(asked), answeredAt: answer + 1 };
}

/** The position of the answer whose request id is in a text, such as a line of the server's log; null without one. */
export function positionOfRequestIn(entries: readonly LogEntry[], text: string): number | null {
  return positionOf(
    entries.findIndex(({ action }) => {
      const id = callOf(action)?.requestId;
      return typeof id === 'string' && text.includes(id);
    }),
  );
}
