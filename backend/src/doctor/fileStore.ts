import { randomUUID } from 'node:crypto';
import type { S3Config } from '../config.ts';
import { createS3FileStore } from '../files/s3FileStore.ts';
import { reasonOf } from './check.ts';

/** Writes, reads and deletes a small object. */
export async function findFileStoreFaults(s3: S3Config): Promise<string[]> {
  const store = createS3FileStore(s3);
  const key = `doctor/${randomUUID()}`;
  try {
    await store.put(key, Buffer.from('flyerdeck'), 'text/plain');
    const stored = await store.get(key);
    await store.delete([key]);
    return stored ? [] : [`The bucket ${s3.bucket} does not return what is stored in it.`];
  } catch (error) {
    const { name, code, $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } };
    if (name === 'NoSuchBucket') return [`S3_BUCKET: there is no bucket ${s3.bucket}.`];
    if ($metadata?.httpStatusCode === 403) return [`The S3 store refuses the key of S3_ACCESS_KEY_ID (${name}).`];
    return [
      `The S3 store can not be used (${code ?? (name === 'Error' ? reasonOf(error) : name)}): check S3_ENDPOINT.`,
    ];
  }
}
