import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { readSqlFile } from '../sqlFile.ts';
import { CONSTANT_FUNCTIONS } from './constants.ts';
import { FUNCTION_FILES } from './functionFiles.ts';

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

/** All functions of Flyerdeck, in the order in which they are created. */
export async function readFunctions(): Promise<SqlFunction[]> {
  const constants = [...CONSTANT_FUNCTIONS].map(([name, text]) => described(name, text));
  const files = FUNCTION_FILES.map(async (file) => described(basename(file), await readSqlFile(`${file}.sql`)));
  return [...constants, ...(await Promise.all(files))];
}
