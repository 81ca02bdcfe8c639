import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { createOtlpTraces } from '../../src/traces/otlpTraces.ts';
import { atLeast, type Figure } from '../figure.ts';
import { claimOne, productRate, type Work, wholeLifecycle } from './productWork.ts';
import { withQueue } from './withQueue.ts';

const PAGES = 60_000;
const ROUNDS = 6;
const SECONDS = 2;

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

const WORKS: Readonly<Record<string, Work>> = { claims: claimOne, lifecycles: wholeLifecycle };

/** The same work with and without traces, in turn. In each second round the order is reversed. */
async function run(): Promise<Figure[]> {
  return withReceiver((endpoint) =>
    withQueue(PAGES, async (pool) => {
      const traces = createOtlpTraces(endpoint, ['api'], pino({ level: 'warn' }));
      const figures: Figure[] = [];
      let position = 0;
      const rate = async (work: Work, isOn: boolean) => {
        const options = { firstPosition: position, seconds: SECONDS, ...(isOn && { traces }) };
        const { perSecond, nextPosition } = await productRate(pool, work, options);
        position = nextPosition;
        return perSecond;
      };
      for (const [what, work] of Object.entries(WORKS)) {
        const rates = { on: [] as number[], off: [] as number[] };
        for (let round = 0; round <= ROUNDS; round++) {
          const order = round % 2 ? [true, false] : [false, true];
          for (const isOn of order) {
            const perSecond = await rate(work, isOn);
            // The first round is a warm-up.
            if (round > 0) rates[isOn ? 'on' : 'off'].push(perSecond);
          }
        }
        figures.push(
          { what: `${what} with traces`, unit: '/s', samples: rates.on, reference: '-', bound: null },
          { what: `${what} without traces`, unit: '/s', samples: rates.off, reference: '-', bound: null },
          {
            what: `${what} with traces: ratio`,
            unit: '',
            samples: rates.on.map((perSecond, round) => perSecond / (rates.off[round] ?? Number.NaN)),
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
