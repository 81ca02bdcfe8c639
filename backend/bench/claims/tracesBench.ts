import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { createOtlpTraces } from '../../src/traces/otlpTraces.ts';
import { atLeast, type Figure } from '../figure.ts';
import { postmasterOf, treeProcessorMs } from '../processorTime.ts';
import { claimOne, productRate, type Work, wholeLifecycle } from './productWork.ts';
import { withQueue } from './withQueue.ts';

const PAGES = 150_000;
const ROUNDS = 6;
const SECONDS = 1;

/** Reads and drops what it receives. */
const RECEIVER = `require('node:http')
  .createServer((request, response) => request.resume().on('end', () => response.end('{}')))
  .listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port); });`;

async function withReceiver<T>(work: (endpoint: string) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ['--eval', RECEIVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [endpoint] = await once(createInterface({ input: child.stdout }), 'line');
    return await work(endpoint);
  } finally {
    child.kill();
  }
}

interface Turn {
  readonly perSecond: number;
  readonly eachMs: number;
}
const perSecondOf = (turns: readonly Turn[]) => turns.map(({ perSecond }) => perSecond);

const WORKS: Readonly<Record<string, Work>> = { claims: claimOne, lifecycles: wholeLifecycle };

/** The same work with and without traces, in turn. In each second round the order is reversed. */
async function run(): Promise<Figure[]> {
  return withReceiver((endpoint) =>
    withQueue(PAGES, async (pool) => {
      const traces = createOtlpTraces(endpoint, ['api'], pino({ level: 'warn' }));
      const figures: Figure[] = [];
      let position = 0;
      const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const postmaster = postmasterOf(rows[0]?.pid ?? 0);
      /** Processor time of this process and of Postgres. */
      const processorMs = () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1_000 + (treeProcessorMs(postmaster) ?? 0);
      };
      const measure = async (work: Work, isOn: boolean) => {
        const options = { firstPosition: position, seconds: SECONDS, ...(isOn && { traces }) };
        const atStart = processorMs();
        const { perSecond, nextPosition } = await productRate(pool, work, options);
        const eachMs = (processorMs() - atStart) / (nextPosition - position);
        position = nextPosition;
        return { perSecond, eachMs };
      };
      for (const [what, work] of Object.entries(WORKS)) {
        const rates = { on: [] as Turn[], off: [] as Turn[] };
        for (let round = 0; round <= ROUNDS; round++) {
          const order = round % 2 ? [true, false] : [false, true];
          for (const isOn of order) {
            const turn = await measure(work, isOn);
            // The first round is a warm-up.
            if (round > 0) rates[isOn ? 'on' : 'off'].push(turn);
          }
        }
        figures.push(
          { what: `${what} with traces`, unit: '/s', samples: perSecondOf(rates.on), reference: '-', bound: null },
          { what: `${what} without traces`, unit: '/s', samples: perSecondOf(rates.off), reference: '-', bound: null },
          {
            what: `${what} with traces: ratio`,
            unit: '',
            samples: rates.on.map(({ perSecond }, round) => perSecond / (rates.off[round]?.perSecond ?? Number.NaN)),
            reference: 'without traces, same run',
            bound: atLeast(0.95),
          },
          {
            what: `${what} with traces: ratio by processor time of Node and Postgres`,
            unit: '',
            samples: rates.on.map(({ eachMs }, round) => (rates.off[round]?.eachMs ?? Number.NaN) / eachMs),
            reference: 'without traces, same run',
            bound: atLeast(0.95),
          },
        );
      }
      await traces.stop();
      return figures;
    }),
  );
}

export const tracesBench = { title: 'claims and lifecycles with and without traces', run };
