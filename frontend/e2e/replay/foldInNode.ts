import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const LOADER = path.join(import.meta.dirname, '../../../backend/test/typescriptLoader.mjs');
const TOOL = path.join(import.meta.dirname, '../../src/replay/cli/replay.ts');

/** The canonical state after this number of actions, computed in Node. */
export async function foldInNode(logFile: string, until: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'flyerdeck-replay-'));
  try {
    const file = path.join(folder, 'state.json');
    const args = ['--import', LOADER, TOOL, logFile, '--until', String(until), '--state', file];
    await promisify(execFile)(process.execPath, args);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
