import type { S3Config } from '../config.ts';
import { OperatorError } from '../operatorError.ts';
import type { FileStore } from './fileStore.ts';

/** The SDK costs 0.1 s and 20 MB, so it is loaded only when S3 is used. */
async function connect({ accessKeyId, endpoint, region, secretAccessKey }: S3Config) {
  // Its warning about old versions of Node is no line of the JSON log.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    // These three settings work with every S3-compatible store.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, DeleteObjectCommand, GetObjectCommand, PutObjectCommand };
}

/** A missing bucket is a 404 too, but a wrong setting. */
function isMissing(error: unknown): boolean {
  const { name, $metadata } = (error ?? {}) as { name?: string; $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket';
}

function sentenceFor(error: unknown, { bucket }: S3Config): string {
  const { name, code, message, $metadata } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  if (name === 'NoSuchBucket') return `S3_BUCKET: there is no bucket ${bucket}.`;
  if ($metadata?.httpStatusCode === 403) return `The S3 store refuses the key of S3_ACCESS_KEY_ID (${name}).`;
  return `The S3 store can not be used (${code ?? (name === 'Error' ? message : name)}): check S3_ENDPOINT.`;
}

/** Throws OperatorError. */
export function createS3FileStore(config: S3Config): FileStore {
  let connection: ReturnType<typeof connect> | null = null;
  const connected = () => {
    connection ??= connect(config);
    return connection;
  };
  const say = (error: unknown) => {
    throw new OperatorError(sentenceFor(error, config), { cause: error });
  };
  const store: FileStore = {
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
        if (!Number.isInteger(size)) throw new Error('The file store does not support range requests.');
        return { bytes, contentType: ContentType ?? 'application/octet-stream', size };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async delete(keys) {
      const { client, DeleteObjectCommand } = await connected();
      // One call for each key: not every S3-compatible store supports DeleteObjects and its checksum.
      await Promise.all(keys.map((Key) => client.send(new DeleteObjectCommand({ Bucket: config.bucket, Key }))));
    },
  };
  return {
    put: (...args) => store.put(...args).catch(say),
    get: (...args) => store.get(...args).catch(say),
    delete: (...args) => store.delete(...args).catch(say),
  };
}
