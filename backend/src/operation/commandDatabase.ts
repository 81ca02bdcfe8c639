import { type Config, readConfig, Settings } from '../config.ts';
import { FolderInUse } from '../database/embedded/postgresPrograms.ts';
import { startEmbeddedPostgres, urlOfRunningPostgres } from '../database/embeddedPostgres.ts';
import { checkMigrated } from '../database/schema.ts';
import type { Db } from '../database/statement.ts';
import { closeDatabase, migrate, openDatabase } from '../dataSource.ts';
import { exitStatusOf, sentenceOf } from '../faults.ts';
import { HttpError } from '../server/http/errors.ts';

export async function runCommand(main: () => Promise<void>): Promise<void> {
  await main().catch((error: Error) => {
    const sentence = error instanceof HttpError ? error.message : sentenceOf(error);
    process.stderr.write(`${sentence ?? error.stack ?? error}\n`);
    process.exit(exitStatusOf(error));
  });
}

/**
 * DATABASE_URL, or the embedded database under DATA_DIR. Migrations are applied first, except with `readOnly` (a standby refuses writes) and with `mayShare` beside a running Flyerdeck.
 * Only variables that match `settings` are read, so that a wrong value of another does not stop the command. Misspelt ones do.
 */
export async function withCommandDatabase<T>(
  settings: RegExp,
  work: (db: Db, config: Config) => Promise<T>,
  { readOnly = false, mayShare = false } = {},
): Promise<T> {
  const isOther = (name: string) => name in Settings.properties && !settings.test(name);
  const chosen = Object.entries(process.env).filter(([name]) => !isOther(name.replace(/_FILE$/, '')));
  const config = readConfig({ ...Object.fromEntries(chosen), AUTH_MODE: 'mock' });
  const { dataDir } = config;
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir }).catch((error: unknown) => {
          if (mayShare && error instanceof FolderInUse) return null;
          throw error;
        })
      : null;
  try {
    const url = config.databaseUrl ?? postgres?.url;
    const isShared = url === undefined;
    const db = await openDatabase(isShared ? await urlOfRunningPostgres(dataDir) : url, { poolSize: 3 });
    try {
      await (readOnly || isShared ? checkMigrated : migrate)(db);
      return await work(db, config);
    } finally {
      await closeDatabase(db);
    }
  } finally {
    await postgres?.stop();
  }
}
