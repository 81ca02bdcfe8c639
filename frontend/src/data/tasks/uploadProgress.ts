import type { ApiRequest } from '../baseQuery.ts';

type Listener = (sent: number) => void;

const listeners = new WeakMap<File, Listener>();

/**
 * Tells the listener how much of a file has left, from 0 to 1. Kept by file, beside the store: a function has no place
 * in an action, and what listens outlives the screens.
 */
export function watchUpload(file: File, listener: Listener): void {
  listeners.set(file, listener);
}

/** Files of one request travel in one body, so all of them have come equally far. */
export function uploadWatch(files: readonly File[]): Pick<ApiRequest, 'onProgress'> {
  const watching = files.flatMap((file) => listeners.get(file) ?? []);
  if (watching.length === 0) return {};
  return {
    onProgress: (sent) => {
      for (const listener of watching) listener(sent);
    },
  };
}
