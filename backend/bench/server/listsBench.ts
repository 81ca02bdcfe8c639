import { EXTENSION_VERSION, listAssistants, listTasks, listUserPages, pollDevice } from '@flyerdeck/contracts';
import { atLeast, type Figure } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import { fillDevices, newPerson } from '../fillDevices.ts';
import { Installation } from '../installation.ts';
import { besideBareServer, type LoadRequest, startServers } from './load.ts';

/** 20 assistants and 50 tasks: 40 are pending, 10 are completed. Posting is on. Every page has 40 pending postings. */
const ACCOUNT = { assistants: 20, flyersEach: 2, waiting: 0, queued: 20 };
const FINISHED_TASKS = 10;
/** Fewer connections where a single answer takes long. */
const LISTS = [
  { what: '50 pages', pages: 50, connections: 50, path: listUserPages.path },
  { what: '20 assistants', pages: 50, connections: 50, path: listAssistants.path },
  { what: '50 tasks', pages: 50, connections: 50, path: listTasks.path },
  { what: '500 pages', pages: 500, connections: 10, path: listUserPages.path },
];
const DEVICES = 50;

async function runLists(): Promise<Figure[]> {
  return Installation.with(async (installation) => {
    const servers = await startServers(installation);
    const figures: Figure[] = [];
    for (const { what, pages, connections, path } of LISTS) {
      const { userId, headers } = await newPerson(installation.pool);
      await fillAccount(installation.pool, userId, null, { ...ACCOUNT, pages, pagesEach: pages });
      await installation.pool.query(
        `INSERT INTO tasks (owner_id, assistant_id, sequence_order, description, completed_count)
         SELECT owner_id, id, 2, 'One more', 1 FROM assistants WHERE owner_id = $1 LIMIT $2`,
        [userId, FINISHED_TASKS],
      );
      const request: LoadRequest = { method: 'GET', path, headers };
      figures.push(...(await besideBareServer(what, servers, Array<LoadRequest>(connections).fill(request))));
    }
    return figures;
  });
}

/** The poll that the extension sends for a linked page (pollOnce.ts). */
const pollRequest = (secret: string, position: number): LoadRequest => ({
  path: pollDevice.path,
  headers: { Authorization: `Bearer ${secret}` },
  body: {
    time_zone: 'America/New_York',
    extension_version: EXTENSION_VERSION,
    health: 'ok',
    site_pack_version: 1,
    counts: { home: 3, notifications: 12, messages: 48 },
    page: {
      name: `Luna Star ${position} ✨`,
      username: `luna_star_${position}`,
      avatar_url: `https://cdn.creators.example/files/thumbs/c144/3/3f/3fa9c1d07be24c5f90d1/${position}/avatar.jpg`,
    },
  },
});

async function runPolls(): Promise<Figure[]> {
  return Installation.with(async (installation) => {
    const servers = await startServers(installation);
    const pages = await fillDevices(installation.pool, { users: DEVICES, pagesEach: 1, flyers: 0, credits: 1 });
    await installation.pool.query("INSERT INTO site_packs (version, pack) VALUES (1, '{}')");
    await installation.pool.query('VACUUM ANALYZE');
    const polls = pages.map(({ deviceSecret }, n) => pollRequest(deviceSecret, n));
    return besideBareServer('idle poll', servers, polls, atLeast(0.9));
  });
}

export const listsBench = { title: 'list calls; every page has pending postings', run: runLists };
export const pollBench = {
  title: `a device polls and nothing waits, ${DEVICES} devices of as many owners`,
  run: runPolls,
};
