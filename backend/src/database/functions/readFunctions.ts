import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { listSqlFiles, readSqlFile } from '../sqlFile.ts';
import { CONSTANT_FUNCTIONS } from './constants.ts';

export interface SqlFunction {
  readonly name: string;
  /** One statement that creates the function, and one for each trigger that calls it. */
  readonly text: string;
  readonly hash: string;
  readonly triggers: readonly string[];
}

const described = (name: string, text: string): SqlFunction => ({
  name,
  text,
  hash: createHash('sha256').update(text).digest('hex'),
  triggers: [...text.matchAll(/^CREATE OR REPLACE TRIGGER (\w+)/gm)].map(([, trigger = '']) => trigger),
});

/** All functions of Flyerdeck. Each SQL file of an area has one function and the triggers that call it. */
export async function readFunctions(): Promise<SqlFunction[]> {
  const constants = [...CONSTANT_FUNCTIONS].map(([name, text]) => described(name, text));
  const areaFiles = (await listSqlFiles()).filter((file) => !file.startsWith('database/'));
  const files = areaFiles.map(async (file) => described(basename(file, '.sql'), await readSqlFile(file)));
  return [...constants, ...(await Promise.all(files))];
}
