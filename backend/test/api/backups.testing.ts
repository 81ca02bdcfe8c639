import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nameOfBackup } from '../../src/operation/backup/backupFolder.ts';
import { MANIFEST } from '../../src/operation/backup/readBackup.ts';
import type { TestServer } from '../testServer.ts';

/** A backup of one empty table in the server's BACKUP_DIR. Returns its name. */
export async function addBackup({ context }: TestServer, at = new Date('2026-11-23T04:00:00Z')): Promise<string> {
  const name = nameOfBackup(at);
  const folder = join(context.config.backups?.folder ?? '', name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, MANIFEST), JSON.stringify({ made_at: at.toISOString(), tables: [{ rows: 7 }] }));
  await writeFile(join(folder, 'public.users.copy.gz'), 'rows');
  return name;
}
