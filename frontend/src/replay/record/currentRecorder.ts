import type { ActionRecorder } from './ActionRecorder.ts';

let recorder: ActionRecorder | null = null;

/** Called when the app starts. */
export function setCurrentRecorder(started: ActionRecorder): void {
  recorder = started;
}

/** The recorder of this document; null in a replay. */
export const currentRecorder = (): ActionRecorder | null => recorder;
