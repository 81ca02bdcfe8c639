import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { sentenceOf } from '../../faults.ts';
import { faults } from '../../metrics.ts';

export const ANSWER_WITHIN_MS = 10_000;
const CHECK_WITHIN_MS = 60_000;

export interface Check {
  readonly name: string;
  find(): Promise<readonly string[]>;
}

/** A check that fails itself or does not end is a fault too. */
export async function faultsOf({ name, find }: Check): Promise<readonly string[]> {
  const slow = sleep(CHECK_WITHIN_MS, [`${name} could not be checked within ${CHECK_WITHIN_MS / 1000} s.`], {
    ref: false,
  });
  const found = find().catch((error: Error) => [
    `${name} could not be checked: ${sentenceOf(error) ?? `${error.message}.`}`,
  ]);
  return Promise.race([found, slow]);
}

/** Until the process stops. Also counts the faults for the metrics. */
export async function logFaults(
  checks: readonly Check[],
  { logger, isStopping }: { readonly logger: Logger; readonly isStopping: () => boolean },
): Promise<void> {
  let count = 0;
  for (const check of checks) {
    const found = await faultsOf(check);
    if (isStopping()) return;
    for (const fault of found) logger.warn({ check: check.name }, fault);
    count += found.length;
  }
  faults.set(count);
}

/** The message of a failed fetch says only that it failed. */
export const reasonOf = (error: unknown): string => {
  const { cause, name, message } = error as Error & { cause?: Error & { code?: string } };
  if (name === 'TimeoutError') return `no answer within ${ANSWER_WITHIN_MS / 1000} s`;
  return cause?.code ?? cause?.message ?? message;
};
