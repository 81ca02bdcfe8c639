import sharp from 'sharp';
import type { BenchProduct, SignedIn } from './withProduct.ts';

/** Uploads a JPEG of about 400 kB through the API and returns its file id. All tasks can show this file. */
export async function uploadFlyer({ baseUrl }: BenchProduct, { headers }: SignedIn): Promise<string> {
  const call = async (path: string, body: FormData | string) => {
    const json: Record<string, string> = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
    const response = await fetch(`${baseUrl}/api${path}`, { method: 'POST', headers: { ...headers, ...json }, body });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const assistant = (await call('/assistants', '{"name":"Pictures"}')) as { _id: string };
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const picture = sharp({ create: { width: 1080, height: 1350, channels: 3, background: '#668', noise } });
  const form = new FormData();
  form.append(
    'images',
    new Blob([new Uint8Array(await picture.jpeg().toBuffer())], { type: 'image/jpeg' }),
    'flyer.jpg',
  );
  form.append('descriptions', 'Bench');
  const [task] = (await call(`/assistants/${assistant._id}/tasks`, form)) as { file_id: string }[];
  if (!task) throw new Error('The upload made no task.');
  return task.file_id;
}
