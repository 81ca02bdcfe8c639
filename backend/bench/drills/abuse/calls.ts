import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { nestedSvg } from '../../../src/files/nestedSvg.fixture.ts';
import { fillAccount, limitPages } from '../../fillAccount.ts';
import type { Answer } from '../../send.ts';
import {
  Answers,
  ATTACKER_ADDRESS,
  type Attack,
  callAsStranger,
  callAsUser,
  flood,
  type Target,
  uploadSmallFlyers,
} from './target.ts';

const NESTED = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
const JSON_TYPE = { 'Content-Type': 'application/json' };
const BAD_PROOF = {
  telegram_id: '4711',
  username: 'x',
  first_name: 'X',
  last_name: '',
  init_data: 'user=%7B%22id%22%3A4711%7D&auth_date=1700000000&hash=00',
};
const PUBLIC_PATHS = ['x', 'api/auth/telegram', 'api/assistants', 'api/extension/poll', 'api/extension/link-requests'];
const madeUpSecret = (n: number) => String(n).padStart(43, 'x');

const floodOf =
  (what: string, perSecond: number, call: (target: Target, n: number) => Promise<Answer>): Attack =>
  async (target) =>
    `${what}: ${await flood(target, { atOnce: 20, perSecond }, (n) => call(target, n))}`;

const FLOODS = {
  compressedBodies: floodOf('a million nested arrays in 2 KB of gzip, to a path that does not exist', 20, (target) =>
    callAsStranger(target, '/x', { headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, body: gzipSync(NESTED) }),
  ),
  nestedBodies: floodOf('2 MB of nested arrays without a session', 20, (target, n) =>
    callAsStranger(target, `/${PUBLIC_PATHS[n % PUBLIC_PATHS.length]}`, { headers: JSON_TYPE, body: NESTED }),
  ),
  forwardedAddresses: floodOf('bad sign-ins, each from another X-Forwarded-For', 50, (target, n) => {
    const address = n % 10 === 9 ? '1'.repeat(300) : `10.${n % 200}.${n % 250}.${(n * 7) % 250}`;
    return callAsStranger(target, '/api/auth/telegram', { headers: { 'X-Forwarded-For': address }, body: BAD_PROOF });
  }),
  unknownDevices: floodOf('polls of unknown devices', 400, (target, n) => {
    const headers = { Authorization: `Bearer ${madeUpSecret(n)}` };
    return callAsStranger(target, '/api/extension/poll', { headers, body: { health: 'ok' } });
  }),
  madeUpTickets: floodOf('downloads with made-up tickets', 400, (target, n) =>
    callAsStranger(target, `/api/downloads/${madeUpSecret(n)}`, { method: 'GET' }),
  ),
  screenshotButton: floodOf('process-screenshots of one assistant', 200, (target) =>
    callAsUser(target, 'POST', `/assistants/${target.assistantId}/process-screenshots`),
  ),
  oneLetterSearch: floodOf('searches of one letter, each for another page and total', 1_000_000, (target, n) => {
    const from = `2000-01-01T00:00:00.${String(n % 1_000).padStart(3, '0')}Z`;
    const query = `search=${'etaoinsrhl'[n % 10]}&page=${1 + (n % 20)}&created_from=${from}`;
    return callAsUser(target, 'GET', `/page-postings/detailed-admin?${query}`);
  }),
};

const LIMITED_PAGES = 500;
const FLYERS = 500;
const TEXT = '!b'.repeat(2_500);
/** They nearly occur at each place of the texts. */
const WORDS = Array.from({ length: 100 }, (_, n) => `${TEXT.slice(n % 2, (n % 2) + 45)}${n}`);

export async function fillForecasts(pool: Pool, { assistantId }: Target): Promise<void> {
  const { rows } = await pool.query('SELECT owner_id FROM assistants WHERE id = $1', [assistantId]);
  const ownerId = rows[0]?.owner_id ?? '';
  // The account was created with a queued assistant.
  await pool.query('DELETE FROM page_postings WHERE owner_id = $1', [ownerId]);
  await pool.query('UPDATE tasks SET pending_count = 0 WHERE owner_id = $1', [ownerId]);
  const size = {
    pages: LIMITED_PAGES,
    pagesEach: LIMITED_PAGES,
    assistants: 11,
    waiting: 1,
    queued: 10,
    flyersEach: 1,
  };
  await fillAccount(pool, ownerId, null, size);
  await limitPages(pool, ownerId);
  await pool.query(`UPDATE pages SET last_polled_at = now() + interval '1 hour' WHERE owner_id = $1`, [ownerId]);
  await pool.query(
    `INSERT INTO tasks (owner_id, assistant_id, sequence_order, description)
     SELECT $1, $2, n, $3 FROM generate_series(2, $4::int) n`,
    [ownerId, assistantId, TEXT, FLYERS - 1],
  );
}

const forecasts: Attack = async (target) => {
  const saved = await callAsUser(target, 'PUT', '/listed-words', { words: WORDS });
  const list = await callAsUser(target, 'GET', '/assistants');
  const assistants = JSON.parse(list.text) as { _id: string; status: string }[];
  const waiting = assistants.filter(({ status }) => status === 'waiting');
  const answers = await flood(target, { atOnce: 6, perSecond: 6 }, (n) =>
    callAsUser(target, 'POST', `/assistants/${waiting[n % waiting.length]?._id}/forecast`),
  );
  return `100 words: ${saved.status}; forecasts of ${waiting.length} assistants: ${answers}, at most ${answers.slowestMs.toFixed(0)} ms`;
};

/**
 * Reports another address of its page's avatar again and again, and asks for it. The addresses lead to a site with an SVG that
 * takes long to draw, on this machine and by a name that does not exist.
 */
const svgAvatar: Attack = async (target) => {
  let asked = 0;
  const site = createServer((_, response) => {
    asked++;
    response.setHeader('Content-Type', 'image/svg+xml').end(nestedSvg());
  }).listen(0, ATTACKER_ADDRESS);
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const headers = { Authorization: `Bearer ${target.deviceSecret}` };
  const answers = await flood(target, { atOnce: 8, perSecond: 9 }, async (n) => {
    const host = n % 2 === 0 ? `${ATTACKER_ADDRESS}:${port}` : 'avatars.invalid';
    const body = { health: 'logged_out', page: { avatar_url: `http://${host}/${n}.png` } };
    await callAsStranger(target, '/api/extension/poll', { headers, body });
    return callAsStranger(target, `/api/avatars/${target.pageGuid}?v=${n}`, { method: 'GET' });
  });
  site.close();
  return `avatars that are SVGs of nested copies: ${answers}; downloaded: ${asked}`;
};

const FLOOD_PAGES = 40;
const TAG = 'flood';

async function linkPage(target: Target): Promise<void> {
  const page = { creator_id: randomUUID(), name: 'Flood', username: 'flood', avatar_url: null };
  const asked = await callAsUser(target, 'POST', '/extension/link-requests', { page, extension_version: '1.0.0' });
  const { linking_token: token } = JSON.parse(asked.text) as { linking_token: string };
  const linked = await callAsUser(target, 'POST', '/verify_linking', { token });
  const { guid } = (JSON.parse(linked.text) as { page: { guid: string } }).page;
  await callAsUser(target, 'PUT', `/pages/${guid}/tags`, { tags: [TAG] });
}

const pendingFlood: Attack = async (target) => {
  for (let n = 0; n < FLOOD_PAGES; n++) await linkPage(target);
  await uploadSmallFlyers(target);
  const delays = { start_delay_hours: 0, delay_between_tasks_hours: 0, duplication_time_hours: 12 };
  const posting_rules = { target_pages: [], target_tags: [TAG], ...delays };
  await callAsUser(target, 'PUT', `/assistants/${target.assistantId}`, { posting_rules });
  const queued = new Answers();
  let postings = 0;
  const copies = await flood(target, { atOnce: 4 }, async () => {
    const copied = await callAsUser(target, 'POST', '/assistants', { copy_of: target.assistantId });
    if (copied.status !== 201) return copied;
    const { _id: id } = JSON.parse(copied.text) as { _id: string };
    const added = await queued.add(callAsUser(target, 'POST', `/assistants/${id}/add-to-queue`, {}));
    if (added.status === 200) postings += (JSON.parse(added.text) as { postings: number }).postings;
    return copied;
  });
  return `${postings} postings queued without credits, slowest Add to Queue ${(queued.slowestMs / 1_000).toFixed(1)} s (${queued}); copies ${copies}`;
};

// The last, because its job goes on after it.
export const CALLS = { ...FLOODS, forecasts, svgAvatar, pendingFlood };
