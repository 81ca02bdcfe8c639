import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** The compiler writes no SQL files to `dist`. */
const SOURCES = join(packageFolder(import.meta.dirname), 'src');

function packageFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageFolder(dirname(folder));
}

/** `path` is relative to backend/src. */
export const readSqlFile = (path: string): Promise<string> => readFile(join(SOURCES, path), 'utf8');

export const listSqlFiles = async (): Promise<string[]> =>
  (await readdir(SOURCES, { recursive: true }))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replaceAll(sep, '/'))
    .sort();
