import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** The folder of the package's sources. The compiler writes no SQL files to `dist`, so both read those of `src`. */
const SOURCES = join(packageFolder(import.meta.dirname), 'src');

function packageFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageFolder(dirname(folder));
}

/** The text of an SQL file. Its path is relative to backend/src. */
export const readSqlFile = (path: string): Promise<string> => readFile(join(SOURCES, path), 'utf8');

/** The paths of all SQL files, relative to backend/src. */
export const listSqlFiles = async (): Promise<string[]> =>
  (await readdir(SOURCES, { recursive: true }))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replaceAll(sep, '/'))
    .sort();
