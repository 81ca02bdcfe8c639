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

/** All kinds in a log with their counts, sorted by name. */
export function kindsOf(entries: readonly LogEntry[]): readonly (readonly [kind: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(kindOf(entry), (counts.get(kindOf(entry)) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => one.localeCompare(other));
}
