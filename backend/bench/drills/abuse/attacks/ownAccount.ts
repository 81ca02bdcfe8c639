import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { type Attack, repeat, type Sent, Statuses, send, type Target } from '../target.ts';

const json = ({ headers }: Target) => ({ ...headers, 'Content-Type': 'application/json' });

/** A multipart form with images, and its content type. */
function formOf(images: readonly Buffer[]): { readonly type: string; readonly body: Buffer } {
  const boundary = `x${randomUUID()}`;
  const parts = images.flatMap((image) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    image,
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

export function uploadImages(target: Target, images: readonly Buffer[]): Promise<Sent> {
  const { type, body } = formOf(images);
  const headers = { ...target.headers, 'Content-Type': type };
  return send(target, `/api/assistants/${target.assistantId}/tasks`, { headers, body });
}

/** Uploads 120 flyers in six forms. */
export async function uploadSmallFlyers(target: Target): Promise<Statuses> {
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const uploads = new Statuses();
  const images = Array.from({ length: 20 }, () => image);
  for (let n = 0; n < 6; n++) uploads.add(await uploadImages(target, images));
  return uploads;
}

/**
 * Stores rules with as many invented target pages as the contract accepts, uploads 120 small flyers, then reads the
 * list of tasks repeatedly.
 */
export const madeUpTargets: Attack = async (target) => {
  const rules = {
    target_pages: Array.from({ length: 20_000 }, () => randomUUID()),
    target_tags: [],
    start_delay_hours: 0,
    delay_between_tasks_hours: 0,
    duplication_time_hours: 0,
  };
  const saved = await send(target, `/api/assistants/${target.assistantId}`, {
    method: 'PUT',
    headers: json(target),
    body: JSON.stringify({ posting_rules: rules }),
  });
  const uploads = await uploadSmallFlyers(target);
  let longest = 0;
  const lists = new Statuses();
  await repeat(target, { atOnce: 4, perSecond: 8 }, async () => {
    const list = await send(target, '/api/tasks', { method: 'GET', headers: target.headers });
    longest = Math.max(longest, list.text.length);
    lists.add(list);
  });
  return `20,000 made-up target pages: ${saved.status}; 6 uploads of 20 flyers: ${uploads}; GET /api/tasks ${(longest / 1e6).toFixed(1)} MB (${lists})`;
};

/** Calls "Process screenshots and notify bot" 200 times per second. */
export const screenshotButton: Attack = async (target) => {
  const statuses = new Statuses();
  await repeat(target, { atOnce: 10, perSecond: 200 }, async () => {
    const path = `/api/assistants/${target.assistantId}/process-screenshots`;
    statuses.add(await send(target, path, { headers: target.headers }));
  });
  return `process-screenshots 200 times a second: ${statuses}`;
};
