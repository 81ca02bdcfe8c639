import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { readConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import { closeDatabase, migrate, openDatabase } from '../../src/dataSource.ts';
import { createLogger } from '../../src/logger.ts';
import { startWorker } from '../../src/worker.ts';

/**
 * The product's worker without Chromium: every screenshot is the same small image. Real screenshots of ten thousand postings would
 * take half an hour.
 */
/** A worker that is killed under load has some screenshots under way. */
const SCREENSHOT_MS = 10;
const config = readConfig(process.env);
const logger = createLogger(config.logLevel);
if (config.databaseUrl === null) throw new Error('A drill brings its own Postgres.');
let stopping = false;
const db = await openDatabase(config.databaseUrl, {
  poolSize: 10,
  onLostConnection: (error) => {
    if (!stopping) logger.warn({ err: error }, 'a database connection was lost');
  },
});
await migrate(db);
const context = createContext({ config, logger, db, deviceDb: db });
const screenshot = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#c33' } })
  .png()
  .toBuffer();
const take = () => sleep(SCREENSHOT_MS, screenshot);
const worker = await startWorker(context, { screenshotTaker: { take } });
process.once('SIGTERM', async () => {
  stopping = true;
  await worker.stop();
  await closeDatabase(db);
  process.exit(0);
});
process.stdout.write('takes jobs\n');
