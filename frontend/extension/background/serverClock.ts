import { read, write } from '../shared/extensionStorage.ts';

/** Answers take some time, and their dates have no fractions of a second. */
const UNIMPORTANT_MS = 3_000;

export async function noteServerTime(date: string | null): Promise<void> {
  const offsetMs = Date.parse(date ?? '') - Date.now();
  const knownMs = (await read('clockOffsetMs')) ?? 0;
  if (Math.abs(offsetMs - knownMs) > UNIMPORTANT_MS) await write('clockOffsetMs', offsetMs);
}

export const serverNow = async (): Promise<number> => Date.now() + ((await read('clockOffsetMs')) ?? 0);
