import { EXTENSION_VERSION, type PollBody, pollDevice } from '@flyerdeck/contracts';
import { atLeast, type Figure } from '../figure.ts';
import { fillDevices } from '../fillDevices.ts';
import { Installation } from '../installation.ts';
import type { LoadRequest } from './load.ts';
import { besideBareServer, startServers } from './loadRate.ts';

const DEVICES = 50;

/** The poll that the extension sends for a linked page (pollOnce.ts). */
function pollRequest(secret: string, position: number): LoadRequest {
  const body: PollBody = {
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
  };
  return {
    method: pollDevice.method,
    path: `/api${pollDevice.path}`,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  };
}

/** One page and one device for each owner. Posting is on, and nothing is queued. */
async function run(): Promise<Figure[]> {
  return Installation.with(async (installation) => {
    const servers = await startServers(installation);
    const pages = await fillDevices(installation.pool, { users: DEVICES, pagesEach: 1, flyers: 0, credits: 1 });
    await installation.pool.query("INSERT INTO site_packs (version, pack) VALUES (1, '{}')");
    await installation.pool.query('VACUUM ANALYZE');
    const steady = pages.map(({ deviceSecret }, n) => pollRequest(deviceSecret, n));
    return besideBareServer('idle poll', servers, steady, { processorBound: atLeast(0.9) });
  });
}

export const pollBench = { title: `a device polls and nothing waits, ${DEVICES} devices of ${DEVICES} owners`, run };
