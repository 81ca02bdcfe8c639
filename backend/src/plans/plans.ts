import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';
import type { Logger } from 'pino';
import type { Db } from '../database/statement.ts';
import { callerLeft, unavailable } from '../http/errors.ts';
import { JsonText } from '../http/jsonText.ts';

export const PLAN_LIMITS = {
  /** Plans that wait, of all owners. An owner has at most as many as concurrent requests. */
  waiting: 200,
  waitMs: 20_000,
  /** Several times as long as 50,000 postings on 5,000 pages take. */
  runMs: 20_000,
  /** The process uses 90 MB. It is killed after this time without a plan. */
  idleMs: 60_000,
  memoryMb: 384,
};

export type PlanLimits = typeof PLAN_LIMITS;

const PROGRAM = join(import.meta.dirname, `../planProcess${extname(import.meta.filename)}`);

type PlanFunction = (db: Db, ...values: never[]) => Promise<unknown>;
/** The name of a plan in planProcess.ts. It carries the type of the function that computes it. */
export type PlanName<Compute extends PlanFunction> = string & { readonly computedBy?: Compute };
/** The arguments after the handle of the database. */
export type PlanValues<Compute extends PlanFunction> =
  Parameters<Compute> extends [Db, ...infer Values] ? Values : never;

export interface PlanRequest {
  readonly databaseUrl: string;
  readonly timeoutMs: number;
  readonly name: string;
  readonly values: readonly unknown[];
}

export interface PlanAnswer {
  /** The plan as JSON. */
  readonly json?: string;
  readonly error?: {
    readonly message: string;
    readonly stack?: string | undefined;
    readonly code?: string | undefined;
  };
}

interface Plan {
  readonly ownerId: string;
  readonly request: PlanRequest;
  resolve(json: string): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

const busy = () => unavailable('Too many plans are being computed right now. Please try again in a moment.');
const tooLong = () => unavailable('Computing this plan took too long. Please try again later.');

/**
 * Computes plans of queues, one at a time, in a separate process of lower priority, so that they delay no other requests. A plan
 * that crashes or hangs ends that process only. Owners take turns by the computing time that they have used.
 */
export class Plans {
  private readonly waiting = new Set<Plan>();
  private running: { readonly plan: Plan; readonly startedAt: number } | null = null;
  private child: ChildProcess | null = null;
  private idleTimer: NodeJS.Timeout | undefined;
  /** Fair queueing: the computing time used by each owner, on a clock that all share. An owner without an entry begins now. */
  private readonly usedMs = new Map<string, number>();
  private clockMs = 0;

  constructor(
    private readonly databaseUrl: string,
    private readonly logger: Logger,
    private readonly limits: PlanLimits = PLAN_LIMITS,
  ) {}

  /** The JSON of a plan. Throws 503 if too many wait, or if it takes too long. It ends when `leaving` aborts. */
  async compute<Compute extends PlanFunction>(
    { ownerId, leaving }: { readonly ownerId: string; readonly leaving: AbortSignal },
    name: PlanName<Compute>,
    ...values: PlanValues<Compute>
  ): Promise<JsonText<Awaited<ReturnType<Compute>>>> {
    leaving.throwIfAborted();
    if (this.waiting.size >= this.limits.waiting) throw busy();
    const request: PlanRequest = { databaseUrl: this.databaseUrl, timeoutMs: this.limits.runMs, name, values };
    const json = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => this.abandon(plan, busy()), this.limits.waitMs);
      const plan: Plan = { ownerId, request, resolve, reject, timer };
      leaving.addEventListener('abort', () => this.abandon(plan, callerLeft()), { once: true });
      this.waiting.add(plan);
      this.startNext();
    });
    return new JsonText([json]);
  }

  stop(): void {
    for (const plan of [...this.waiting, ...(this.running ? [this.running.plan] : [])])
      this.abandon(plan, unavailable());
    this.kill();
  }

  private startNext(): void {
    if (this.running) return;
    let [next, usedMs]: [Plan | null, number] = [null, Number.POSITIVE_INFINITY];
    for (const plan of this.waiting) {
      const used = Math.max(this.clockMs, this.usedMs.get(plan.ownerId) ?? 0);
      if (used < usedMs) [next, usedMs] = [plan, used];
    }
    if (!next) {
      this.idleTimer = setTimeout(() => this.kill(), this.limits.idleMs).unref();
      return;
    }
    const plan = next;
    clearTimeout(this.idleTimer);
    clearTimeout(plan.timer);
    plan.timer = setTimeout(() => this.abandon(plan, tooLong()), this.limits.runMs);
    this.waiting.delete(plan);
    this.running = { plan, startedAt: performance.now() };
    this.clockMs = usedMs;
    this.child ??= this.start();
    // Without the callback a process that has just ended would cause an error event.
    this.child.send(plan.request, () => undefined);
  }

  /** Forgets a plan that is not needed any more. */
  private abandon(plan: Plan, error: Error): void {
    if (this.waiting.delete(plan)) {
      clearTimeout(plan.timer);
      plan.reject(error);
    } else if (this.running?.plan === plan) {
      this.kill();
      this.finish(() => plan.reject(error));
    }
  }

  /** Called when the running plan has ended. */
  private finish(settle: (plan: Plan) => void): void {
    if (!this.running) return;
    const { plan, startedAt } = this.running;
    clearTimeout(plan.timer);
    this.running = null;
    for (const [ownerId, usedMs] of this.usedMs) if (usedMs <= this.clockMs) this.usedMs.delete(ownerId);
    this.usedMs.set(plan.ownerId, this.clockMs + performance.now() - startedAt);
    settle(plan);
    this.startNext();
  }

  private kill(): void {
    clearTimeout(this.idleTimer);
    const { child } = this;
    this.child = null;
    child?.kill('SIGKILL');
  }

  private start(): ChildProcess {
    const execArgv = [`--max-old-space-size=${this.limits.memoryMb}`];
    const child = fork(PROGRAM, {
      serialization: 'advanced',
      execArgv,
      env: process.env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    // The process must not keep this one running.
    child.unref();
    child.channel?.unref();
    child.on('message', ({ json, error }: PlanAnswer) => {
      if (this.child !== child) return;
      this.finish((plan) => {
        if (json !== undefined) plan.resolve(json);
        else plan.reject(Object.assign(new Error(error?.message), error));
      });
    });
    const onEnd = (reason: unknown) => {
      if (this.child !== child) return;
      this.child = null;
      this.logger.warn({ reason }, 'the process of plans ended');
      this.finish((plan) => plan.reject(unavailable()));
    };
    child.on('error', onEnd);
    child.on('exit', (status, signal) => onEnd(status ?? signal));
    return child;
  }
}
