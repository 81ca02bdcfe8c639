import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const TOOL = path.join(import.meta.dirname, '../../scripts/replayTool.mjs');

/** Runs `npm run replay`. Returns its output and exit status. */
export async function runReplay(...args: readonly string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [TOOL, ...args]);
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

/** The canonical state after this number of actions, computed in Node. */
export async function foldInNode(logFile: string, until: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'flyerdeck-replay-'));
  try {
    const file = path.join(folder, 'state.json');
    const { code, output } = await runReplay(logFile, '--until', String(until), '--state', file);
    if (code !== 0) throw new Error(output);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
