import type { LogEntry } from '../log/logFormat.ts';

const STEPS: Readonly<Record<string, string>> = { pending: 'asked', fulfilled: 'answered', rejected: 'failed' };

const endpointOf = ({ action }: LogEntry): string | undefined =>
  (action.meta as { arg?: { endpointName?: string } } | undefined)?.arg?.endpointName;

/** What an action is filtered by: the call it belongs to, else its own type. */
export const kindOf = (entry: LogEntry): string => endpointOf(entry) ?? entry.action.type;

/** 'listTasks answered', 'navigation/changed' */
export function actionLabel(entry: LogEntry): string {
  const endpoint = endpointOf(entry);
  if (!endpoint) return entry.action.type;
  const step = entry.action.type.split('/').at(-1) ?? '';
  return `${endpoint} ${STEPS[step] ?? step}`;
}

/** Every kind in a log with how often it occurs, by name. */
export function kindsOf(entries: readonly LogEntry[]): readonly (readonly [kind: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(kindOf(entry), (counts.get(kindOf(entry)) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => one.localeCompare(other));
}
