import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Endpoint, errorCodes, registry } from '@flyerdeck/contracts';
import fc from 'fast-check';
import { responseProblem } from '../../src/http/validate.ts';
import { Installation } from '../installation.ts';
import { type Answer, send } from '../send.ts';
import type { ServerProcess } from '../serverProcess.ts';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';
import { Callers } from './requests/callers.ts';
import { type GeneratedRequest, requestOf } from './requests/requestOf.ts';

const REQUESTS = { full: 20_000, short: 400 } as const;
const AT_ONCE = 12;
const HANGS_AFTER_MS = 20_000;
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

/** Says how an answer breaks the endpoint's contract; null when it does not. */
function answerProblem(endpoint: Endpoint, { status, headers, text }: Answer): string | null {
  const type = headers['content-type'] ?? '';
  if (status === 0) return 'was not answered';
  if (status >= 500) return `answered ${status} ${text.slice(0, 200)}`;
  if (status === endpoint.status) {
    if (!endpoint.response) return null;
    if (!type.includes('json')) return `answered ${type || 'nothing'} where JSON was promised`;
    const problem = responseProblem(endpoint.response, JSON.parse(text));
    return problem ? `broke its contract: ${problem}` : null;
  }
  if (status < 400) return status === 304 ? null : `answered ${status}`;
  if (!type.includes('json')) return `answered ${status} without JSON`;
  const { error, code } = JSON.parse(text) as { error?: unknown; code?: unknown };
  if (typeof error !== 'string' || typeof code !== 'string') return `answered ${status} without sentence and code`;
  return errorCodes(endpoint, status).includes(code)
    ? null
    : `answered ${status} ${code}, which its contract does not name`;
}

/** The heap size of the process after a garbage collection. */
async function heapOf(node: ServerProcess, file: string): Promise<number> {
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
    const callers = new Callers(installation.pool);
    const seed = size === 'short' ? SHORT_SEED : Date.now() % 2 ** 31;
    const planned = plan(await callers.ids(), REQUESTS[size], seed);
    const problems = new Map<string, number>();
    const byStatus = new Map<number, number>();

    const sendOne = async ({ name, endpoint, request }: Planned) => {
      const { access } = endpoint;
      const { caller, method, path, contentType, body } = request;
      const headers = await callers.headersOf(caller, access);
      const type: Record<string, string> = contentType ? { 'Content-Type': contentType } : {};
      const url = `${api.baseUrl}/api${path}`;
      const answer = await send(url, { method, headers: { ...headers, ...type }, body, withinMs: HANGS_AFTER_MS });
      byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
      const problem = answerProblem(endpoint, answer);
      if (problem) {
        // The path is enough to send the request again. A 500 is explained in the log.
        const what = `${name} ${problem}${answer.status >= 500 ? ` to ${method} ${path.slice(0, 300)}` : ''}`;
        problems.set(what, (problems.get(what) ?? 0) + 1);
      }
      if (answer.status === 401 && caller === 'allowed' && access !== 'public') await callers.replace(access, headers);
    };
    const sendAll = async (requests: readonly Planned[]) => {
      let next = 0;
      const work = async () => {
        for (let at = next++; at < requests.length && !api.hasEnded(); at = next++)
          await sendOne(requests[at] as Planned);
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
