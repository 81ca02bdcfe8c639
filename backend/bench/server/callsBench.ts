import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { atMost, type Figure } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import { answerMs, callSteadily, type HeavyCall, planCalls, userListCalls, waitingAssistants } from '../heavyCalls.ts';
import { createHonestUsers, whileHonestUsersCall } from '../honestUsers.ts';
import { Installation } from '../installation.ts';
import { newPerson } from '../people.ts';

const PLANNED = { pages: 300, queued: 20 };
const USERS = 100_000;
const RUNS = 5;
/** As many postings as one Add to Queue creates by itself. Each call adds another assistant. */
const ADDED = { pages: 40, assistants: RUNS + 1, flyersEach: 50, waiting: RUNS + 1, queued: 0, pagesEach: 0 };
const STRANGERS = 20;
const LOAD_SECONDS = Number(process.env.CALLS_LOAD_SECONDS ?? 10);
const LOADS = 3;
/** Of the time of an answer, in ms. */
const BOUNDS = { added: 1_000, plans: 1_500, lists: 5_000 };
/** How often one user makes a call while strangers are measured. */
const PER_SECOND = { plans: 2, lists: 0.5 };

/** One call for each waiting assistant. */
async function addToQueueCalls(pool: Pool): Promise<HeavyCall[]> {
  const { userId, headers } = await newPerson(pool);
  await fillAccount(pool, userId, null, ADDED);
  await pool.query(`UPDATE pages SET tags = '{promo}' WHERE owner_id = $1`, [userId]);
  const waiting = await waitingAssistants(pool, userId);
  return waiting.map((id) => ({
    what: 'Add to Queue of 2,000 postings',
    path: `/assistants/${id}/add-to-queue`,
    call: { headers },
  }));
}

async function run(): Promise<Figure[]> {
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const { baseUrl } = await installation.startProduct();
    const plans = await planCalls(pool, PLANNED);
    const added = await addToQueueCalls(pool);
    const lists = await userListCalls(pool, USERS);
    const strangers = await createHonestUsers(pool, STRANGERS);
    await pool.query('VACUUM ANALYZE');
    const figures: Figure[] = [];
    const measure = async (calls: readonly HeavyCall[], bound: number) => {
      const samples: number[] = [];
      for (const call of calls) samples.push(await answerMs(baseUrl, call));
      const reference = 'an absolute bound';
      // The first call is a warm-up.
      figures.push({
        what: calls[0]?.what ?? '',
        unit: 'ms',
        samples: samples.slice(1),
        reference,
        bound: atMost(bound),
      });
    };
    const repeated = (call: HeavyCall) => Array<HeavyCall>(RUNS + 1).fill(call);
    for (const call of plans) await measure(repeated(call), BOUNDS.plans);
    await measure(added, BOUNDS.added);
    for (const call of lists) await measure(repeated(call), BOUNDS.lists);
    const strangersP99 = async (work: () => Promise<{ problems: string[] } | undefined>) => {
      const { done, p99, problems } = await whileHonestUsersCall(baseUrl, strangers, work);
      const all = [...problems, ...(done?.problems ?? [])];
      if (all.length > 0) throw new Error(all.join(', '));
      return p99;
    };
    const measureStrangers = async (call: HeavyCall, perSecond: number) => {
      const samples: number[] = [];
      for (let load = 0; load < LOADS; load++) {
        const quiet = await strangersP99(() => sleep(LOAD_SECONDS * 1_000, undefined));
        const signal = AbortSignal.timeout(LOAD_SECONDS * 1_000);
        samples.push(
          (await strangersP99(() => callSteadily([baseUrl], [call], { everyMs: 1_000 / perSecond, signal }))) / quiet,
        );
      }
      figures.push({
        what: `99th percentile of strangers' calls beside ${call.what}, ${perSecond} a second`,
        unit: 'times',
        samples,
        reference: 'without it, same run',
        bound: atMost(1.5),
      });
    };
    await strangersP99(() => sleep(LOAD_SECONDS * 1_000, undefined));
    for (const call of plans) await measureStrangers(call, PER_SECOND.plans);
    for (const call of lists) await measureStrangers(call, PER_SECOND.lists);
    return figures;
  });
}

export const callsBench = { title: 'large calls of one user, and the calls of others beside them', run };
