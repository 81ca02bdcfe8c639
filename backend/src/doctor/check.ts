import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** An answer from outside must come within this time. */
export const ANSWER_WITHIN_MS = 10_000;
const CHECK_WITHIN_MS = 60_000;

export interface Check {
  /** Of one or two words. */
  readonly name: string;
  /** One sentence for each fault. */
  find(): Promise<readonly string[]>;
}

/** The faults that a check has found. A check that fails itself or does not end is a fault too. */
export async function faultsOf({ name, find }: Check): Promise<readonly string[]> {
  const slow = sleep(CHECK_WITHIN_MS, [`${name} could not be checked within ${CHECK_WITHIN_MS / 1000} s.`], {
    ref: false,
  });
  const found = find().catch((error: Error) => [`${name} could not be checked: ${error.message}.`]);
  return Promise.race([found, slow]);
}

/** At the start of a process: logs each fault, until the process stops. */
export async function logFaults(
  checks: readonly Check[],
  { logger, isStopping }: { readonly logger: Logger; readonly isStopping: () => boolean },
): Promise<void> {
  for (const check of checks) {
    const faults = await faultsOf(check);
    if (isStopping()) return;
    for (const fault of faults) logger.warn({ check: check.name }, fault);
  }
}

/** Why a fetch failed. Its message says only that it failed. */
export const reasonOf = (error: unknown): string => {
  const { cause, name, message } = error as Error & { cause?: Error & { code?: string } };
  if (name === 'TimeoutError') return `no answer within ${ANSWER_WITHIN_MS / 1000} s`;
  return cause?.code ?? cause?.message ?? message;
};
