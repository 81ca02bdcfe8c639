import type { UnknownAction } from '@reduxjs/toolkit';
import type { CallMeta } from '../../data/baseQuery.ts';
import type { LogEntry } from './logFormat.ts';

interface CallAction {
  readonly meta?: { readonly baseQueryMeta?: CallMeta; readonly arg?: { readonly endpointName?: string } };
}

export const callOf = (action: UnknownAction): CallMeta | undefined => (action as CallAction).meta?.baseQueryMeta;

export const endpointOf = (action: UnknownAction): string | undefined => (action as CallAction).meta?.arg?.endpointName;

const STEPS: Readonly<Record<string, string>> = { pending: 'asked', fulfilled: 'answered', rejected: 'failed' };

export function actionLabel(action: UnknownAction): string {
  const { type } = action;
  const endpoint = endpointOf(action);
  if (!endpoint) {
    const { key } = Object(action.payload) as { readonly key?: unknown };
    return typeof key === 'string' ? `${type} ${key}` : type;
  }
  const step = type.split('/').at(-1) ?? '';
  return `${endpoint} ${STEPS[step] ?? step}`;
}

/** Whether a text is part of an action's label, path or request id. A text that contains the request id matches too, such as a line of the server's log. */
export function isFoundBy({ action }: LogEntry, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  const { path = '', requestId } = callOf(action) ?? {};
  const id = requestId ?? '';
  return (
    [actionLabel(action), path, id].some((one) => one.toLowerCase().includes(wanted)) ||
    (id !== '' && wanted.includes(id.toLowerCase()))
  );
}
