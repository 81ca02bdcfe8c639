import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atMost, type Figure } from '../figure.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const LOADER = join(ROOT, 'backend/test/typescriptLoader.mjs');
const TOOL = join(ROOT, 'frontend/bench/measureReplay.ts');
const LOG = join(ROOT, 'frontend/src/replay/fixtures/main-job.json');

interface Measured {
  readonly recorderShare: readonly number[];
  readonly perDispatchUs: readonly number[];
  readonly loadMs: readonly number[];
  readonly jumpMs: readonly number[];
}

/** Runs the app's reducers and middleware in a separate process. */
async function measure(): Promise<Figure[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', LOADER, TOOL, LOG], {
    env: { ...process.env, NODE_ENV: 'production' },
    maxBuffer: 1e8,
  });
  const { recorderShare, perDispatchUs, loadMs, jumpMs } = JSON.parse(stdout) as Measured;
  const own = 'an absolute bound';
  return [
    { what: 'a dispatch, not recorded', unit: 'µs', samples: perDispatchUs, reference: '-', bound: null },
    {
      what: 'a dispatch: additional time when recorded',
      unit: '%',
      samples: recorderShare.map((share) => share * 100),
      reference: 'the same actions, not recorded',
      bound: atMost(5),
    },
    { what: '10,000 actions: read, check, fold', unit: 'ms', samples: loadMs, reference: own, bound: atMost(3_000) },
    { what: '10,000 actions: jump to any', unit: 'ms', samples: jumpMs, reference: own, bound: atMost(16) },
  ];
}

export const replayBench = { title: 'the action log', run: measure };
