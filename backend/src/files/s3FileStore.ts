import type { S3Config } from '../config.ts';
import type { FileStore } from './fileStore.ts';

/** Loading the SDK takes 0.1 s and 20 MB: it is loaded with the first picture, and only where S3 is used. */
async function connect({ accessKeyId, endpoint, region, secretAccessKey }: S3Config) {
  const { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    // The form of addresses that every S3-compatible store understands; the same for the checksums below.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, DeleteObjectCommand, GetObjectCommand, PutObjectCommand };
}

/** A bucket that does not exist is a 404 too, and must not count as a missing picture. */
function isMissing(error: unknown): boolean {
  const { name, $metadata } = (error ?? {}) as { name?: string; $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket';
}

/** Stores bytes in a bucket of any S3-compatible store. */
export function createS3FileStore(config: S3Config): FileStore {
  let connection: ReturnType<typeof connect> | null = null;
  const connected = () => {
    connection ??= connect(config);
    return connection;
  };
  return {
    async put(key, bytes, contentType) {
      const { client, PutObjectCommand } = await connected();
      await client.send(
        new PutObjectCommand({ Bucket: config.bucket, Key: key, Body: bytes, ContentType: contentType }),
      );
    },
    async get(key, start = 0, length) {
      const { client, GetObjectCommand } = await connected();
      const part = length === undefined ? {} : { Range: `bytes=${start}-${start + length - 1}` };
      try {
        const { Body, ContentRange, ContentType } = await client.send(
          new GetObjectCommand({ Bucket: config.bucket, Key: key, ...part }),
        );
        if (!Body) return null;
        const bytes = Buffer.from(await Body.transformToByteArray());
        const size = length === undefined ? bytes.length : Number(/\/(\d+)$/.exec(ContentRange ?? '')?.[1]);
        if (!Number.isInteger(size)) throw new Error('The file store does not answer a part of a file.');
        return { bytes, contentType: ContentType ?? 'application/octet-stream', size };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async delete(keys) {
      const { client, DeleteObjectCommand } = await connected();
      // One call for each key: not every S3-compatible store knows DeleteObjects, or accepts its checksum.
      await Promise.all(keys.map((Key) => client.send(new DeleteObjectCommand({ Bucket: config.bucket, Key }))));
    },
  };
}
