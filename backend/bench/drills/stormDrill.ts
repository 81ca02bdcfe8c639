import { type DevicePage, fillDevices } from '../fillDevices.ts';
import { Installation } from '../installation.ts';
import { send } from '../send.ts';
import { brokenRules, prepareAccounts, STILL_OPEN } from './accounts.ts';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';

const PAGES = { full: 20, short: 3 } as const;
const POLLS = 50;
const REPORTS = 5;
const FEE = 10;
/** Rules that need not hold yet when the drill checks them. */
const NOT_YET_TRUE = [...STILL_OPEN, 'postings that failed without a fault'];

const all = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

async function run(size: DrillSize): Promise<DrillOutcome> {
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const apis = [await installation.startApi(), await installation.startApi()];
    /** Simultaneous calls go to both processes in turn. */
    const call = async (index: number, { deviceSecret }: DevicePage, path: string, body: object = {}) => {
      const headers = { Authorization: `Bearer ${deviceSecret}` };
      const url = `${apis[index % apis.length]?.baseUrl}/api/extension${path}`;
      const { status, text } = await send(url, { headers, body });
      return { status, json: JSON.parse(text || '{}') };
    };
    await prepareAccounts(pool);
    const failures: string[] = [];

    // All pages have one owner, so that all claims also compete for one balance.
    const pages = await fillDevices(pool, { users: 1, pagesEach: PAGES[size], flyers: POLLS, credits: 100_000 });
    const claims = new Map<DevicePage, { id: string; claim_token: string }[]>();
    await Promise.all(
      pages.map(async (page) => {
        const answers = await all(POLLS, (index) => call(index, page, '/poll'));
        const odd = answers.filter(({ status }) => status !== 200);
        if (odd.length > 0) failures.push(`${odd.length} polls answered ${odd[0]?.status}`);
        claims.set(
          page,
          answers.flatMap(({ json }) => (json.posting ? [json.posting] : [])),
        );
      }),
    );
    const { rows } = await pool.query<{ fees: number }>(
      `SELECT count(*)::int AS fees FROM credit_transactions WHERE transaction_type = 'spending'`,
    );
    // A device that polls twice may get the same posting again, with a new token that replaces the first one.
    const several = [...claims.values()].filter((handed) => new Set(handed.map(({ id }) => id)).size !== 1).length;
    if (several > 0) failures.push(`${several} pages with other than one posting in flight`);

    // One owner has credits for only one page, and many pages poll.
    const poor = await fillDevices(pool, { users: 1, pagesEach: POLLS, flyers: 1, credits: FEE + 5 });
    const paid = await all(POLLS, (index) => call(index, poor[index] as DevicePage, '/poll'));
    const served = paid.filter(({ json }) => json.posting).length;
    if (served !== 1) failures.push(`${served} pages were served with the fee of one`);

    let reports = 0;
    for (const [page, handed] of claims) {
      const valid = [];
      for (const claim of handed) {
        const { claim_token } = claim;
        const heard = await call(0, page, `/postings/${claim.id}/heartbeat`, { claim_token });
        if (heard.status === 200) valid.push(claim);
      }
      if (valid.length !== 1) failures.push(`${valid.length} of ${handed.length} tokens of one page were valid`);
      const [claim] = valid;
      if (!claim) continue;
      const { id, claim_token } = claim;
      const stale = await call(0, page, `/postings/${id}/posted`, { claim_token: 'A'.repeat(43) });
      if (stale.status !== 409) failures.push(`a stale token was answered ${stale.status}`);
      for (const kind of ['submitting', 'posted']) {
        const answers = await all(REPORTS, (index) => call(index, page, `/postings/${id}/${kind}`, { claim_token }));
        reports += REPORTS;
        const odd = answers.filter(({ status }) => status !== 200);
        if (odd.length > 0) failures.push(`${odd.length} of ${REPORTS} equal reports answered ${odd[0]?.status}`);
      }
      const late = await call(1, page, `/postings/${id}/failed`, { claim_token, message: 'Another story.' });
      if (late.status !== 409) failures.push(`a second, other report was answered ${late.status}`);
    }
    failures.push(...(await brokenRules(pool, NOT_YET_TRUE)));
    return {
      results: [
        `${pages.length} unpaid pages, ${POLLS} first polls at once on each, over two api processes: ${rows[0]?.fees} fees`,
        `${POLLS} pages at once with the credits for one: ${served} served`,
        `${reports} reports, each ${REPORTS} times at once; a stale token and a second, other report on every page`,
      ],
      failures: [...new Set(failures)],
    };
  });
}

export const stormDrill: Drill = { title: 'simultaneous first postings, repeated and stale reports', run };
