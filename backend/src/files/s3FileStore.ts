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
  return `The S3 store cannot be used (${code ?? (name === 'Error' ? message : name)}): check S3_ENDPOINT.`;
}

/** Throws OperatorError. */
export function createS3FileStore(config: S3Config): FileStore {
  const { bucket: Bucket } = config;
  let connection: ReturnType<typeof connect> | null = null;
  const using = async <T>(work: (sdk: Awaited<ReturnType<typeof connect>>) => Promise<T>): Promise<T> => {
    try {
      connection ??= connect(config);
      return await work(await connection);
    } catch (error) {
      throw new OperatorError(sentenceFor(error, config), { cause: error });
    }
  };
  return {
    put: (Key, Body, ContentType) =>
      using(async ({ client, PutObjectCommand }) => {
        await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }));
      }),
    get: (Key, start = 0, length = undefined) =>
      using(async ({ client, GetObjectCommand }) => {
        const part = length === undefined ? {} : { Range: `bytes=${start}-${start + length - 1}` };
        const found = await client.send(new GetObjectCommand({ Bucket, Key, ...part })).catch((error) => {
          if (isMissing(error)) return null;
          throw error;
        });
        if (!found?.Body) return null;
        const bytes = Buffer.from(await found.Body.transformToByteArray());
        const size = length === undefined ? bytes.length : Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1]);
        if (!Number.isInteger(size)) throw new Error('The file store does not support range requests.');
        return { bytes, contentType: found.ContentType ?? 'application/octet-stream', size };
      }),
    // One call for each key: not every S3-compatible store supports DeleteObjects and its checksum.
    delete: (keys) =>
      using(async ({ client, DeleteObjectCommand }) => {
        await Promise.all(keys.map((Key) => client.send(new DeleteObjectCommand({ Bucket, Key }))));
      }),
  };
}
