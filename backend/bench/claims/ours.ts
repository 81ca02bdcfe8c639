import type { Pool } from 'pg';
import { hashSecret, newSecret } from '../../src/auth/secrets.ts';
import type { Queryable } from '../../src/database/statement.ts';
import { posted, submitting } from '../../src/postings/report.query.ts';
import { claimPosting } from '../../src/queue/claim.query.ts';
import { deviceHashSql, pageAt, pageGuidSql } from './fillLine.ts';

export const CONNECTIONS = 10;
const LEASE_SECONDS = 3_600;

/** One piece of work on the page at a place of the line. */
export type Work = (pool: Pool, place: number) => Promise<void>;

export const claimOne: Work = async (pool, place) => {
  const tokenHash = hashSecret(newSecret());
  const { claimed } = await claimPosting(pool, {
    pageGuid: pageAt(place).guid,
    tokenHash,
    leaseSeconds: LEASE_SECONDS,
  });
  if (!claimed) throw new Error('a page with postings had none to claim');
};

/** Claim, charge, submitting, posted: everything the server does for one posting until it is out. */
export const wholeLife: Work = async (pool, place) => {
  const { guid, deviceHash } = pageAt(place);
  const tokenHash = hashSecret(newSecret());
  const { claimed } = await claimPosting(pool, { pageGuid: guid, tokenHash, leaseSeconds: LEASE_SECONDS });
  if (!claimed) throw new Error('a page with postings had none to claim');
  const claim = [deviceHash, claimed.id, tokenHash] as const;
  await submitting(pool, [...claim, LEASE_SECONDS]);
  const [row] = await posted(pool, [...claim, null, null]);
  if (!row?.moved) throw new Error('a posting was not posted');
};

/** As often as ten connections can, each place once. */
export async function ourRate(
  pool: Pool,
  work: Work,
  { firstPlace, seconds }: { firstPlace: number; seconds: number },
): Promise<{ aSecond: number; nextPlace: number }> {
  let place = firstPlace;
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const go = async () => {
    while (performance.now() < until) await work(pool, place++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, go));
  return { aSecond: (place - firstPlace) / ((performance.now() - startedAt) / 1_000), nextPlace: place };
}

/** The text of the statement that `work` sends, which goes nowhere. */
async function textOf(work: (on: Queryable) => Promise<unknown>): Promise<string> {
  let text = '';
  const on = {
    query: async (sent: { text: string }) => {
      text = sent.text;
      return { rows: [] };
    },
  } as unknown as Queryable;
  await work(on).catch(() => undefined);
  return text;
}

const nothing = Buffer.alloc(0);
const TOKEN_SQL = `'\\xc0ffee'::bytea`;
const withValues = (text: string, values: readonly string[]) =>
  `${values.reduceRight((of, value, index) => of.replaceAll(`$${index + 1}`, value), text).replaceAll(/--.*$/gm, '')}`;

/** The very statements of the product as a script of pgbench, over `:place`. */
export async function scripts(): Promise<{ claim: string; life: string }> {
  const claimText = await textOf((on) => claimPosting(on, { pageGuid: '', tokenHash: nothing, leaseSeconds: 0 }));
  const claim = withValues(claimText, [pageGuidSql, TOKEN_SQL, `${LEASE_SECONDS}`]);
  const report = [deviceHashSql, ':id::uuid', TOKEN_SQL];
  const submittingText = await textOf((on) => submitting(on, [nothing, '', nothing, 0]));
  const postedText = await textOf((on) => posted(on, [nothing, '', nothing, null, null]));
  return {
    claim: `${claim};`,
    life: [
      `${claim} \\gset`,
      `${withValues(submittingText, [...report, `${LEASE_SECONDS}`])};`,
      `${withValues(postedText, [...report, 'NULL', 'NULL::timestamptz'])};`,
    ].join('\n'),
  };
}
