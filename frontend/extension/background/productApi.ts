import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type {
  ErrorResponse,
  FeedChecks,
  FeedVerdict,
  LinkRequestBody,
  LinkRequestResponse,
  PollBody,
  PollResponse,
  StructureReportBody,
} from '@flyerdeck/contracts/types';
import { type Posting, type Report, read, write } from '../shared/extensionStorage.ts';
import { productUrl } from '../shared/manifestValues.ts';

const ANSWER_TIMEOUT_MS = 15_000;

export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'ApiFailure';
  }

  /** Sending the same request again would fail again. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429 && this.status !== 408;
  }
}

/** The server refuses NUL and halves of surrogate pairs. Texts of the site are cut, which may halve an emoji. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

async function call<T>(path: string, body: unknown, secret: string | null): Promise<T> {
  const response = await fetch(`${productUrl}/api/extension${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'Content-Type': 'application/json', ...(secret === null ? {} : { Authorization: `Bearer ${secret}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body, storable) }),
    credentials: 'omit',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  await noteServerTime(response.headers.get('Date'));
  if (response.status === 204) return undefined as T;
  if (response.ok) return (await response.json()) as T;
  const failure = (await response.json().catch(() => ({}))) as Partial<ErrorResponse>;
  throw new ApiFailure(response.status, failure.error ?? `The product answered with an error (${response.status}).`);
}

export const requestLink = (body: LinkRequestBody) => call<LinkRequestResponse>('/link-requests', body, null);

export const poll = (secret: string, body: PollBody) => call<PollResponse>('/poll', body, secret);

/** Not checked yet. Without a secret: the pack of all pages. */
export const fetchSitePack = (secret: string | null) => call<SitePack>('/site-pack', undefined, secret);

export const sendStructureReport = (secret: string, report: StructureReportBody) =>
  call<void>('/structure-reports', report, secret);

export const extendLease = (secret: string, { id, claim_token }: Posting, report: 'submitting' | 'heartbeat') =>
  call(`/postings/${id}/${report}`, { claim_token }, secret);

export const sendReport = (secret: string, { id, claim_token }: Posting, { kind, ...report }: Report) =>
  call(`/postings/${id}/${kind}`, { claim_token, ...report }, secret);

export const getFeedChecks = (secret: string) => call<FeedChecks>('/feed-checks', undefined, secret);

export const sendFeedVerdicts = (secret: string, verdicts: readonly FeedVerdict[]) =>
  call('/feed-checks', { verdicts }, secret);

/** Answers take some time, and their dates have no fractions of a second. */
const UNIMPORTANT_MS = 3_000;

async function noteServerTime(date: string | null): Promise<void> {
  const offsetMs = Date.parse(date ?? '') - Date.now();
  const knownMs = (await read('clockOffsetMs')) ?? 0;
  if (Math.abs(offsetMs - knownMs) > UNIMPORTANT_MS) await write('clockOffsetMs', offsetMs);
}

export const serverNow = async (): Promise<number> => Date.now() + ((await read('clockOffsetMs')) ?? 0);

/** Chrome ends a worker that calls no extension API for 30 seconds. */
const MAX_EVERY_MS = 15_000;
const MIN_EVERY_MS = 1_000;

export function startHeartbeat(secret: string, posting: Posting): () => void {
  const leaseMs = Date.parse(posting.lease_expires_at) - Date.parse(posting.claimedAt);
  const everyMs = Math.min(MAX_EVERY_MS, Math.max(MIN_EVERY_MS, leaseMs / 3));
  const timer = setInterval(() => {
    // A lost claim is noticed at `submitting`, before the press.
    void extendLease(secret, posting, 'heartbeat').catch(() => undefined);
    void chrome.runtime.getPlatformInfo();
  }, everyMs);
  return () => clearInterval(timer);
}
