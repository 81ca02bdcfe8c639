import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Endpoint, registry } from '@flyerdeck/contracts';
import fc from 'fast-check';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';
import type { DrillNode } from './drillNode.ts';
import { Installation } from './installation.ts';
import { answerProblem } from './requests/answerProblem.ts';
import { call } from './requests/call.ts';
import { Callers } from './requests/callers.ts';
import { type GeneratedRequest, requestOf } from './requests/requestOf.ts';

const REQUESTS = { full: 20_000, short: 400 } as const;
const AT_ONCE = 12;
/** In this first part of the requests, statements are prepared, validators compiled and pools filled. */
const WARM_UP = 0.3;
/**
 * Largest growth of memory after the warm-up, checked in the full drill only: 400 requests do not complete the
 * warm-up.
 */
const MAX_GROWTH = 1.1;
/** The short drill always sends the same requests, because it is a test. The full drill prints its seed. */
const SHORT_SEED = 1;
/** Faster settings for a database that need not survive a power failure. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

interface Planned {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly request: GeneratedRequest;
}

/** The same number of requests for every endpoint, in mixed order. The same seed gives the same requests. */
function plan(ids: readonly string[], requests: number, seed: number): Planned[] {
  const endpoints = Object.entries(registry);
  const each = Math.ceil(requests / endpoints.length);
  const lists = endpoints.map(([name, endpoint]) =>
    fc.sample(requestOf(endpoint, ids), { numRuns: each, seed }).map((request) => ({ name, endpoint, request })),
  );
  return Array.from({ length: each }, (_, round) => lists.flatMap((list) => list[round] ?? [])).flat();
}

/** The heap size of the process after a garbage collection. */
async function heapOf(node: DrillNode, file: string): Promise<number> {
  const before = (await readFile(file, 'utf8').catch(() => '')).length;
  process.kill(node.pid, 'SIGUSR2');
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(20)) {
    const said = (await readFile(file, 'utf8').catch(() => '')).slice(before);
    if (said.endsWith('\n')) return Number(said.trim());
  }
  throw new Error('The process did not write its heap size.');
}

async function run(size: DrillSize): Promise<DrillOutcome> {
  return Installation.with(async (installation) => {
    const heapFile = `${installation.folder}/heap.txt`;
    const api = await installation.startApi(
      { HEAP_FILE: heapFile, LOG_LEVEL: 'error' },
      'bench/drills/mainWithHeapReport',
    );
    const callers = await Callers.create(installation.pool, api.baseUrl);
    const seed = size === 'short' ? SHORT_SEED : Date.now() % 2 ** 31;
    const planned = plan(callers.ids, REQUESTS[size], seed);
    const problems = new Map<string, number>();
    const byStatus = new Map<number, number>();
    const addProblem = (what: string) => problems.set(what, (problems.get(what) ?? 0) + 1);

    const send = async ({ name, endpoint, request }: Planned) => {
      try {
        const answer = await call(api.baseUrl, request, callers.headersOf(request.caller, endpoint.access));
        byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
        const problem = answerProblem(endpoint, answer);
        // The path is enough to send the request again. A 500 is explained in the log.
        if (problem)
          addProblem(
            `${name} ${problem}${answer.status >= 500 ? ` to ${request.method} ${request.path.slice(0, 300)}` : ''}`,
          );
        const { access } = endpoint;
        if (answer.status === 401 && request.caller === 'allowed' && access !== 'public') await callers.replace(access);
      } catch (error) {
        addProblem(`${name} got ${(error as Error).message}`);
      }
    };
    const sendAll = async (requests: readonly Planned[]) => {
      let next = 0;
      const work = async () => {
        for (let at = next++; at < requests.length && !api.hasEnded(); at = next++) await send(requests[at] as Planned);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    };
    const warm = Math.round(planned.length * WARM_UP);
    const startedAt = Date.now();
    await sendAll(planned.slice(0, warm));
    const heapBefore = await heapOf(api, heapFile);
    await sendAll(planned.slice(warm));
    const tookSeconds = (Date.now() - startedAt) / 1_000;
    const failures = [...problems].map(([what, times]) => `${times}x ${what}`);
    // An unhandled rejection ends the process.
    if (api.hasEnded())
      return { results: [`seed ${seed}`], failures: [...failures, `the api ended: ${await api.logTail()}`] };
    const growth = (await heapOf(api, heapFile)) / heapBefore;
    if (size === 'full' && growth > MAX_GROWTH) failures.push(`memory grew to ${(growth * 100).toFixed(0)} %`);
    const statuses = [...byStatus].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
    return {
      results: [
        `${planned.length} requests from the contracts' schemas to ${Object.keys(registry).length} endpoints, valid and invalid, seed ${seed}`,
        `answered ${statuses.join(', ')}; ${Math.round(planned.length / tookSeconds)} per second`,
        `memory after ${planned.length} requests is ${(growth * 100).toFixed(1)} % of that after ${warm} (at most ${Math.round(MAX_GROWTH * 100)} %)`,
      ],
      failures,
    };
  }, SETTINGS);
}

export const requestsDrill: Drill = { title: 'generated requests', run };
