import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { FileStore } from './fileStore.ts';
import { createPostgresFileStore } from './postgresFileStore.ts';
import { createS3FileStore } from './s3FileStore.ts';

/** A bucket where S3 is set, else the database. */
export const createFileStore = ({ s3 }: Pick<Config, 's3'>, pool: Pool): FileStore =>
  s3 ? createS3FileStore(s3) : createPostgresFileStore(pool);
