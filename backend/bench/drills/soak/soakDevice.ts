import { setTimeout as sleep } from 'node:timers/promises';
import type { CallLog } from '../callLog.ts';
import type { DrillPage } from '../fillDrill.ts';

interface Claim {
  readonly id: string;
  readonly claim_token: string;
}

/** Faults, as shares of the claims. */
const LOST_ANSWER = 0.03;
const DIES_BEFORE_SUBMITTING = 0.01;
const REPORTS_LATE = 0.01;
const FAILS = 0.03;
const ANSWER_WITHIN_MS = 30_000;

export interface SoakDeviceOptions {
  readonly baseUrl: () => string;
  readonly log: CallLog;
  readonly leaseSeconds: number;
  /** Average pause between two postings. */
  readonly pauseMs: number;
  readonly signal: AbortSignal;
  /** Number of button presses by posting. */
  readonly presses: Map<string, number>;
}

/** Simulates one device that polls and posts, and sometimes loses an answer, dies or reports late. */
export async function runSoakDevice(
  { deviceSecret }: DrillPage,
  { baseUrl, log, leaseSeconds, pauseMs, signal, presses }: SoakDeviceOptions,
): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  const call = async (kind: string, path: string, body: object) => {
    const startedAt = performance.now();
    try {
      const response = await fetch(`${baseUrl()}/api/extension${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${deviceSecret}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const json = (await response.json()) as { posting?: Claim | null; next_poll_seconds?: number };
      log.add(kind, performance.now() - startedAt);
      if (response.status >= 500) log.problem(`${kind} answered ${response.status}`);
      return { status: response.status, json };
    } catch (error) {
      log.problem(`${kind}: ${(error as Error).name}`);
      return { status: 0, json: {} };
    }
  };
  /** Repeats a report until it is answered. */
  const report = async (what: string, { id, claim_token }: Claim, more: object = {}) => {
    for (;;) {
      const { status } = await call(what, `/postings/${id}/${what}`, { claim_token, ...more });
      if ((status > 0 && status < 500) || signal.aborted) return status;
      await pause(500);
    }
  };
  const post = async (claim: Claim) => {
    if (Math.random() < LOST_ANSWER) return;
    await report('heartbeat', claim);
    if (Math.random() < DIES_BEFORE_SUBMITTING) return void (await pause(leaseSeconds * 1_500));
    if ((await report('submitting', claim)) !== 200) return;
    presses.set(claim.id, (presses.get(claim.id) ?? 0) + 1);
    if (Math.random() < FAILS) {
      presses.delete(claim.id);
      return void (await report('failed', claim, { message: 'The site refused the post.' }));
    }
    if (Math.random() < REPORTS_LATE) await pause(leaseSeconds * 1_500);
    const status = await report('posted', claim);
    if (status !== 200 && !signal.aborted) log.problem(`the report of a published post was answered ${status}`);
  };

  await pause(Math.random() * pauseMs);
  while (!signal.aborted) {
    const { json } = await call('poll', '/poll', { health: 'ok', time_zone: 'Europe/Berlin' });
    if (json.posting) await post(json.posting);
    const wait = json.posting ? pauseMs : Math.min(pauseMs, (json.next_poll_seconds ?? 5) * 1_000);
    await pause(wait * (0.5 + Math.random()));
  }
}
