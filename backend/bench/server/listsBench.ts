import { listAssistants, listTasks, listUserPages, queueInfo } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import type { Rate } from '../beside.ts';
import { atMost, type Figure, medianOf } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import { Installation } from '../installation.ts';
import { newPerson } from '../people.ts';
import type { LoadRequest } from './load.ts';
import { besideBareServer, loadRate, type Servers, sameOnEach, startServers } from './loadRate.ts';

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

interface Account {
  readonly pages: number;
  request(path: string): LoadRequest;
}

async function fill(pool: Pool, { pages, pagesEach }: (typeof SIZES)[number]): Promise<Account> {
  const { userId, headers } = await newPerson(pool);
  await fillAccount(pool, userId, null, { ...ACCOUNT, pages, pagesEach, pagesApart: pagesEach });
  await pool.query(
    `INSERT INTO tasks (owner_id, assistant_id, sequence_order, description, completed_count)
     SELECT owner_id, id, 2, 'One more', 1 FROM assistants WHERE owner_id = $1 LIMIT $2`,
    [userId, FINISHED_TASKS],
  );
  return { pages, request: (path) => ({ method: 'GET', path, headers }) };
}

/** The time and processor time of an answer with each larger account, divided by those with the smallest one, measured in turn. */
async function growth(what: string, servers: Servers, accounts: readonly Account[], path: string): Promise<Figure[]> {
  const rates = accounts.map((): Rate[] => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, { request }] of accounts.entries()) {
      const connections = sameOnEach(CONNECTIONS_OF_LARGE, request(path));
      const rate = await loadRate(servers.installation, servers.ours, connections, SECONDS);
      // The first round is a warm-up.
      if (round >= 0) rates[index]?.push(rate);
    }
  }
  const msOf = {
    'time of an answer': (rate: Rate) => (1_000 * CONNECTIONS_OF_LARGE) / rate.perSecond,
    'processor time': (rate: Rate) => rate.processorMs,
  };
  return Object.entries(msOf).flatMap(([kind, ms]) => {
    const [small = [], ...larger] = rates.map((some) => some.map(ms));
    return larger.map((samples, n) => ({
      what: `${what}: ${kind}, ${accounts[n + 1]?.pages.toLocaleString('en-US')} pages`,
      unit: 'x',
      samples: samples.map((of, round) => of / (small[round] ?? Number.NaN)),
      reference: `${medianOf(small).toFixed(2)} ms with ${accounts[0]?.pages} pages, same run`,
      bound: atMost(1.5),
    }));
  });
}

async function run(): Promise<Figure[]> {
  return Installation.with(async (installation) => {
    const servers = await startServers(installation);
    const accounts: Account[] = [];
    for (const size of SIZES) accounts.push(await fill(installation.pool, size));
    const [small, ...larger] = accounts as [Account, ...Account[]];
    const figures: Figure[] = [];
    for (const [what, path] of LISTS)
      figures.push(...(await besideBareServer(what, servers, sameOnEach(CONNECTIONS, small.request(path)))));
    for (const { pages, request } of larger) {
      const connections = sameOnEach(CONNECTIONS_OF_LARGE, request(PAGES_PATH));
      const what = `${pages.toLocaleString('en-US')} pages`;
      figures.push(...(await besideBareServer(what, servers, connections, { rounds: ROUNDS })));
    }
    for (const [what, path] of SAME_ANSWERS) figures.push(...(await growth(what, servers, accounts, path)));
    return figures;
  });
}

export const listsBench = {
  title: `list calls, ${CONNECTIONS} connections, larger accounts ${CONNECTIONS_OF_LARGE}; every page has pending postings`,
  run,
};
