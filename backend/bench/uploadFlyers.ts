import type { Task } from '@flyerdeck/contracts';
import sharp from 'sharp';
import { callOk, type Headers } from './send.ts';

const BOUNDARY = 'boundary-of-the-benches';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A multipart form with images and their descriptions, of type FORM_TYPE. */
export function formOf(images: readonly Buffer[], descriptions: readonly string[] = [], field = 'images'): Buffer {
  const part = (name: string, content: Buffer) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${name}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ];
  return Buffer.concat([
    ...images.flatMap((image, n) => part(`name="${field}"; filename="${n}.png"\r\nContent-Type: image/png`, image)),
    ...descriptions.flatMap((text) => part('name="descriptions"', Buffer.from(text))),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
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

/** Uploads flyers to an assistant. */
export const uploadFlyers = (
  baseUrl: string,
  headers: Headers,
  assistantId: string,
  images: readonly Buffer[],
  descriptions: readonly string[] = images.map(() => 'Flyer'),
): Promise<Task[]> =>
  callOk(`${baseUrl}/api/assistants/${assistantId}/tasks`, {
    headers: { ...headers, 'Content-Type': FORM_TYPE },
    body: formOf(images, descriptions),
  });
