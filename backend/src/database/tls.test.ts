import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { selfSignedCertificate } from '../../test/selfSignedCertificate.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../dataSource.ts';
import { withCommandDatabase } from '../operation/commandDatabase.ts';
import { startProduct } from '../startProduct.ts';
import { prepareDataFolder } from './embedded/dataFolder.ts';
import { findPostgresPrograms } from './embedded/postgresPrograms.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embeddedPostgres.ts';
import type { Db } from './statement.ts';

/** A Postgres that accepts only connections with TLS, with a certificate that it has signed itself. */

let folder = '';
let postgres: EmbeddedPostgres;
const urlWith = (query: Record<string, string>) => {
  const url = new URL(postgres.url);
  url.hostname = 'localhost';
  url.search = String(new URLSearchParams(query));
  return url.href;
};
const trusting = (caFile: string) => urlWith({ sslmode: 'verify-full', sslrootcert: join(folder, caFile) });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-tls-'));
  const dataFolder = join(folder, 'postgres');
  await prepareDataFolder(await findPostgresPrograms(folder, dataFolder), dataFolder);
  const { uid, gid } = await stat(dataFolder);
  const { cert, key } = selfSignedCertificate();
  await writeFile(join(folder, 'other.pem'), selfSignedCertificate().cert);
  await writeFile(join(folder, 'ca.pem'), cert);
  for (const [name, text] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
    await writeFile(join(dataFolder, name), text, { mode: 0o600 });
    await chown(join(dataFolder, name), uid, gid);
  }
  const hba = join(dataFolder, 'pg_hba.conf');
  await writeFile(hba, (await readFile(hba, 'utf8')).replace(/^host\b/gm, 'hostssl'));
  postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { ssl: 'on', fsync: 'off' } });
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Whether each connection of the product is encrypted, by what it did last. */
const connections = (db: Db): Promise<{ ssl: boolean; query: string }[]> =>
  db.query(
    `SELECT ssl, query FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE application_name LIKE 'flyerdeck%'`,
  );

test('commands, both pools, the job queue and the connection that listens for hints use TLS [S12.3-1]', async () => {
  process.env.DATABASE_URL = trusting('ca.pem');
  try {
    await withCommandDatabase(/^DATABASE_URL$/, async (db) => {
      const product = await startProduct(
        readConfig({ DATABASE_URL: trusting('ca.pem'), AUTH_MODE: 'mock', ROLE: 'all', PORT: '0', DATA_DIR: folder }),
        pino({ level: 'silent' }),
      );
      try {
        const isListening = async (channel: string) =>
          (await connections(db)).some(({ query }) => query.includes('LISTEN') && query.includes(channel));
        while (!((await isListening('flyerdeck')) && (await isListening('jobs:insert')))) await sleep(20);
        expect((await connections(db)).every(({ ssl }) => ssl)).toBe(true);
      } finally {
        await product.stop();
      }
    });
  } finally {
    delete process.env.DATABASE_URL;
  }
});

test.each<[string, () => string, string]>([
  ['another authority', () => trusting('other.pem'), 'The certificate of Postgres at DATABASE_URL is not accepted: '],
  [
    'the authorities of the system only',
    () => urlWith({ sslmode: 'verify-full' }),
    'The certificate of Postgres at DATABASE_URL is not accepted: ',
  ],
  ['a file that is missing', () => trusting('none.pem'), 'none.pem, which DATABASE_URL names, cannot be read.'],
])(
  'a server whose certificate is not signed by the given authority is refused with one sentence: %s [S12.3-1]',
  async (_, url, sentence) => {
    await expect(openDatabase(url())).rejects.toThrow(sentence);
  },
);
