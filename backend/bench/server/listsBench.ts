import { setTimeout as sleep } from 'node:timers/promises';
import { listAssistants, listTasks, listUserPages, queueInfo } from '@flyerdeck/contracts';
import type { Figure } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import { type BenchProduct, withProduct } from '../withProduct.ts';
import { growthFigures } from './growthFigures.ts';
import type { LoadRequest } from './load.ts';
import { type LoadedServer, loadRate, sameOnEach } from './loadRate.ts';
import { loadRatio } from './loadRatio.ts';

/** 20 assistants and 50 tasks: 40 are pending, 10 are completed. Posting is on. */
const ACCOUNT = { assistants: 20, flyersEach: 2, waiting: 0, queued: 20 };
const FINISHED_TASKS = 10;
/** Every page has pending postings: 40 each, 20 in the largest account. */
const SIZES = [
  { pages: 50, pagesEach: 50 },
  { pages: 1_000, pagesEach: 1_000 },
  { pages: 18_000, pagesEach: 9_000 },
];
const CONNECTIONS = 50;
/** Fewer connections where a single answer takes hundreds of milliseconds. */
const CONNECTIONS_OF_LARGE = 4;
const ROUNDS = 3;
const SECONDS = 2;

const PAGES_PATH = `/api${listUserPages.path}`;
const LISTS = [
  ['50 pages', PAGES_PATH],
  ['20 assistants', `/api${listAssistants.path}`],
  ['50 tasks', `/api${listTasks.path}`],
] as const;
/** These answers have the same size with any number of pages. */
const SAME_ANSWERS = [
  ['assistants', `/api${listAssistants.path}`],
  ['tasks', `/api${listTasks.path}`],
  ['queue info', `/api${queueInfo.path}`],
] as const;
/** The product caches the values of /metrics for 5 s. */
const SCRAPE_EVERY_MS = 5_200;
const SCRAPES = 5;

interface Account {
  readonly pages: number;
  readonly ours: LoadedServer;
  readonly bare: LoadedServer;
  request(path: string): LoadRequest;
}

async function fill(product: BenchProduct, { pages, pagesEach }: (typeof SIZES)[number]): Promise<Account> {
  const { userId, headers } = await product.signIn('700000002');
  await fillAccount(product.pool, userId, null, { ...ACCOUNT, pages, pagesEach, pagesApart: pagesEach });
  await product.pool.query(
    `INSERT INTO tasks (owner_id, assistant_id, sequence_order, description, completed_count)
     SELECT owner_id, id, 2, 'One more', 1 FROM assistants WHERE owner_id = $1 LIMIT $2`,
    [userId, FINISHED_TASKS],
  );
  const bare = await product.startBeside('server/bareServer.js');
  return { pages, ours: product, bare, request: (path) => ({ method: 'GET', path, headers }) };
}

/** Fills each account in a product of its own. All products run at the same time, so that they are measured in turn. */
async function withAccounts<T>(
  sizes: typeof SIZES,
  work: (accounts: readonly Account[]) => Promise<T>,
  filled: readonly Account[] = [],
): Promise<T> {
  const [size, ...larger] = sizes;
  if (!size) return work(filled);
  return withProduct(async (product) => withAccounts(larger, work, [...filled, await fill(product, size)]));
}

async function ratioFigures(small: Account, larger: readonly Account[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, path] of LISTS) {
    figures.push(...(await loadRatio(what, small, sameOnEach(CONNECTIONS, small.request(path)))));
  }
  for (const account of larger) {
    const connections = sameOnEach(CONNECTIONS_OF_LARGE, account.request(PAGES_PATH));
    const what = `${account.pages.toLocaleString('en-US')} pages`;
    figures.push(...(await loadRatio(what, account, connections, { rounds: ROUNDS })));
  }
  return figures;
}

/** Measures each account in turn under load: the time of an answer, and its processor time. */
async function loadGrowth(what: string, accounts: readonly Account[], path: string): Promise<Figure[]> {
  const times = accounts.map(({ pages }) => ({ pages, samplesMs: [] as number[] }));
  const processor = accounts.map(({ pages }) => ({ pages, samplesMs: [] as number[] }));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, { ours, request }] of accounts.entries()) {
      const rate = await loadRate(ours, sameOnEach(CONNECTIONS_OF_LARGE, request(path)), SECONDS);
      // The first round is a warm-up.
      if (round < 0) continue;
      times[index]?.samplesMs.push((1_000 * CONNECTIONS_OF_LARGE) / rate.perSecond);
      if (rate.processorMs !== null) processor[index]?.samplesMs.push(rate.processorMs);
    }
  }
  return [
    ...growthFigures(`${what}: time of an answer`, times),
    ...growthFigures(
      `${what}: processor time`,
      processor.filter(({ samplesMs }) => samplesMs.length > 0),
    ),
  ];
}

async function scrapeMs({ ours }: Account): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${ours.baseUrl}/metrics`);
  await response.text();
  if (!response.ok) throw new Error(`/metrics answered ${response.status}`);
  return performance.now() - startedAt;
}

/** Reads /metrics one at a time, with pauses, so that every read queries the database. */
async function scrapeGrowth(accounts: readonly Account[]): Promise<Figure[]> {
  const taken = accounts.map(({ pages }) => ({ pages, samplesMs: [] as number[] }));
  for (let scrape = -1; scrape < SCRAPES; scrape += 1) {
    for (const [index, account] of accounts.entries()) {
      const ms = await scrapeMs(account);
      if (scrape >= 0) taken[index]?.samplesMs.push(ms);
    }
    await sleep(SCRAPE_EVERY_MS);
  }
  return growthFigures('metrics: one scrape', taken);
}

async function run(): Promise<Figure[]> {
  return withAccounts(SIZES, async (accounts) => {
    const [small, ...larger] = accounts;
    if (!small) throw new Error('there is no account');
    const figures = await ratioFigures(small, larger);
    for (const [what, path] of SAME_ANSWERS) figures.push(...(await loadGrowth(what, accounts, path)));
    return [...figures, ...(await scrapeGrowth(accounts))];
  });
}

export const listsBench = {
  title: `list calls, ${CONNECTIONS} connections, larger accounts ${CONNECTIONS_OF_LARGE}; every page has pending postings`,
  run,
};
