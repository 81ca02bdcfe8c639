import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { api } from '../../data/api.ts';
import type { RootState } from '../../data/store/rootReducer.ts';
import { type ActionLog, clockTicked, exceptionThrown, LOG_FORMAT, LOG_VERSION, type LogEntry, type Moment, navigationChanged } from '../log/logFormat.ts';
import { Redactor } from './Redactor.ts';

interface RecorderOptions {
  readonly buildId: string;
  /** The first address of the app: path, query and fragment. */
  readonly address: string;
  readonly nowMs: number;
  readonly secrets?: readonly string[];
  /** Telegram’s init data; empty outside of Telegram. */
  readonly initData?: string;
  /** Called at sign-out. It removes the stored log, so that the next user can not open it. */
  onCleared?(): void;
  readonly limits?: RingLimits;
}

/** Not recorded: it contains only an id that is new for every document. */
const REGISTRATION = api.internalActions.middlewareRegistered.type;
const RESET = api.util.resetApiState.type;

/** The last middleware. It records the latest actions without secrets, and the state before them. */
export class ActionRecorder {
  private readonly redactor = new Redactor();
  private readonly ring: ActionRing;
  private address: string;
  private nowMs: number;
  private current: RootState | null = null;

  constructor(private readonly options: RecorderOptions) {
    this.ring = new ActionRing(options.limits);
    this.nowMs = options.nowMs;
    for (const secret of options.secrets ?? []) this.redactor.addSecret(secret);
    this.redactor.addInitDataSecrets(options.initData ?? '');
    this.address = this.readAddress(options.address);
  }

  readonly middleware: Middleware<object, RootState> = (store) => {
    this.current = store.getState();
    return (next) => (action) => {
      const before = store.getState();
      let thrown: unknown;
      try {
        return next(action);
      } catch (error) {
        thrown = error;
        throw error;
      } finally {
        this.current = store.getState();
        if (isSignOut(before, this.current, action as UnknownAction)) this.clear();
        else if ((action as UnknownAction).type !== REGISTRATION) this.record(action as UnknownAction, before);
        if (thrown) this.record(exceptionThrown(String(thrown)), this.current);
      }
    };
  };

  /** The current log as JSON of at most about `maxLength` characters. The oldest actions are left out first. */
  toJson(maxLength = Number.POSITIVE_INFINITY): string {
    const chunks = this.ring.all();
    const texts: string[] = [];
    let base = this.momentNow();
    // Estimate: every base state is about as long as the current state.
    let length = maxLength === Number.POSITIVE_INFINITY ? 0 : JSON.stringify(base).length;
    for (const chunk of chunks.toReversed()) {
      const text = JSON.stringify(chunk.entries).slice(1, -1);
      length += text.length;
      if (length > maxLength) break;
      texts.unshift(text);
      base = chunk.base;
    }
    return `${JSON.stringify(this.headOf(base)).slice(0, -1)},"entries":[${texts.join(',')}]}`;
  }

  /** The current log, with all its actions. */
  toLog(): ActionLog {
    const chunks = this.ring.all();
    return {
      ...this.headOf(chunks[0]?.base ?? this.momentNow()),
      entries: chunks.flatMap((chunk) => chunk.entries),
    };
  }

  /** Replaces the secrets that are known by now. */
  redact<T>(value: T): T {
    return this.redactor.redact(value);
  }

  private headOf(base: Moment): Omit<ActionLog, 'entries'> {
    const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();
    return {
      format: LOG_FORMAT,
      version: LOG_VERSION,
      buildId: this.options.buildId,
      savedAt: new Date().toISOString(),
      timeZone,
      language: locale,
      base: this.redactor.redact(base),
    };
  }

  private momentNow(): Moment {
    if (!this.current) throw new Error('The recorder is not in a store.');
    return { state: this.current, address: this.address, nowMs: this.nowMs };
  }

  private record(action: UnknownAction, stateBefore: RootState): void {
    const { address, nowMs } = this;
    let plain = action;
    // Compares only the type, because this runs for every action and a matcher checks the whole action.
    if (action.type === navigationChanged.type) {
      this.address = this.readAddress((action as ReturnType<typeof navigationChanged>).payload.address);
      plain = navigationChanged({ address: this.address });
    } else if (action.type === clockTicked.type) {
      this.nowMs = (action as ReturnType<typeof clockTicked>).payload.nowMs;
    }
    plain = this.redactor.redactAction(plain);
    this.ring.add(plain, this.redactor.lastSize, stateBefore, address, nowMs);
  }

  private clear(): void {
    this.ring.clear();
    this.options.onCleared?.();
  }

  /** Redacts an address and removes its fragment, which contains only Telegram's launch parameters. */
  private readAddress(address: string): string {
    this.redactor.addAddressSecrets(address);
    return this.redactor.redact(address.replace(/#.*$/, ''));
  }
}

/** Whether an action signs the user out or then resets the query cache. The state before both has the user's data. */
const isSignOut = (before: RootState, after: RootState, action: UnknownAction): boolean =>
  after.session.user === null && (before.session.user !== null || action.type === RESET);

/** Actions that are dropped together when they are the oldest. */
class Chunk {
  // Separate arrays, because one object for each action would double the recorder's cost.
  private readonly actions: UnknownAction[] = [];
  private readonly times: number[] = [];
  /** Number of values in the actions. */
  size = 0;

  constructor(
    readonly base: Moment,
    private readonly firstSeq: number,
  ) {}

  get length(): number {
    return this.actions.length;
  }

  get entries(): LogEntry[] {
    return this.actions.map((action, index) => ({ seq: this.firstSeq + index, at: this.times[index] ?? 0, action }));
  }

  add(action: UnknownAction, at: number, size: number): void {
    this.actions.push(action);
    this.times.push(at);
    this.size += size;
  }
}

export interface RingLimits {
  /** At least this many of the latest actions are kept, and less than one chunk more. */
  readonly actions: number;
  readonly actionsPerChunk: number;
  /** Maximum number of values in all actions. Above it the oldest actions are dropped earlier. */
  readonly values: number;
}

export const RING_LIMITS: RingLimits = { actions: 10_000, actionsPerChunk: 100, values: 2_000_000 };

/** The latest actions in chunks. Each chunk has the moment before its first action. */
export class ActionRing {
  private chunks: Chunk[] = [];
  private length = 0;
  private size = 0;
  private lastSeq = 0;
  private lastAt = 0;

  constructor(private readonly limits: RingLimits = RING_LIMITS) {}

  /** State, address and time are those before the action. */
  add(action: UnknownAction, size: number, state: Moment['state'], address: string, nowMs: number): void {
    let chunk = this.chunks.at(-1);
    this.lastSeq += 1;
    if (!chunk || chunk.length >= this.limits.actionsPerChunk) {
      chunk = new Chunk({ state, address, nowMs }, this.lastSeq);
      this.chunks.push(chunk);
    }
    // The system clock may be set back. The times in the log never decrease.
    this.lastAt = Math.max(this.lastAt, Date.now());
    chunk.add(action, this.lastAt, size);
    this.length += 1;
    this.size += size;
    this.dropOldest();
  }

  clear(): void {
    this.chunks = [];
    this.length = 0;
    this.size = 0;
  }

  all(): readonly Chunk[] {
    return this.chunks;
  }

  private dropOldest(): void {
    for (let oldest = this.chunks[0]; oldest && this.chunks.length > 1; oldest = this.chunks[0]) {
      const tooMany = this.length - oldest.length >= this.limits.actions;
      if (!tooMany && this.size <= this.limits.values) return;
      this.chunks.shift();
      this.length -= oldest.length;
      this.size -= oldest.size;
    }
  }
}

let recorder: ActionRecorder | null = null;

export function setCurrentRecorder(started: ActionRecorder): void {
  recorder = started;
}

/** The recorder of this document; null in a replay. */
export const currentRecorder = (): ActionRecorder | null => recorder;
