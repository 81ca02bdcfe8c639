import { randomUUID } from 'node:crypto';
import type { S3Config } from '../config.ts';
import { createS3FileStore } from '../files/s3FileStore.ts';

export async function findFileStoreFaults(s3: S3Config): Promise<string[]> {
  const store = createS3FileStore(s3);
  const key = `doctor/${randomUUID()}`;
  try {
    await store.put(key, Buffer.from('flyerdeck'), 'text/plain');
    const stored = await store.get(key);
    await store.delete([key]);
    return stored ? [] : [`The bucket ${s3.bucket} does not return what is stored in it.`];
  } catch (error) {
    return [(error as Error).message];
  }
}
