import type { Task } from '@flyerdeck/contracts';
import sharp from 'sharp';
import { callOk, type Headers } from './send.ts';

const BOUNDARY = 'boundary-of-the-benches';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A multipart form with images, of type FORM_TYPE. */
export function formOf(images: readonly Buffer[]): Buffer {
  const part = (image: Buffer, n: number) => {
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="images"; filename="${n}.png"`;
    return [Buffer.from(`${head}\r\nContent-Type: image/png\r\n\r\n`), image, Buffer.from('\r\n')];
  };
  return Buffer.concat([...images.flatMap(part), Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** A JPEG with noise, of about 0.3 bytes for each pixel. */
export const noisyJpeg = (width: number, height: number): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#668', noise } })
    .jpeg()
    .toBuffer();
};

/** Creates an assistant through the API. Returns its id. */
export async function createAssistant(baseUrl: string, headers: Headers): Promise<string> {
  const assistant = await callOk<{ _id: string }>(`${baseUrl}/api/assistants`, { headers, body: { name: 'Flyers' } });
  return assistant._id;
}

/** Uploads a flyer to an assistant. */
export const uploadFlyer = (baseUrl: string, headers: Headers, assistantId: string, image: Buffer): Promise<Task[]> =>
  callOk(`${baseUrl}/api/assistants/${assistantId}/tasks`, {
    headers: { ...headers, 'Content-Type': FORM_TYPE },
    body: formOf([image]),
  });
