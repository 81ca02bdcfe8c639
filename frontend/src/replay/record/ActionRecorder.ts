import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '../../app/rootReducer.ts';
import { api } from '../../data/api.ts';
import { type ActionLog, LOG_FORMAT, LOG_VERSION, type Moment } from '../log/logFormat.ts';
import { ActionRing, type RingLimits } from './ActionRing.ts';
import { Redactor } from './Redactor.ts';
import { clockTicked, navigationChanged } from './recordedActions.ts';

interface RecorderOptions {
  readonly buildId: string;
  /** Where the app was opened: path, query and fragment. */
  readonly address: string;
  readonly nowMs: number;
  /** Secrets known before the first action. */
  readonly secrets?: readonly string[];
  /** Telegram’s init data; empty outside of Telegram. */
  readonly proof?: string;
  /** Called at sign-out: a kept log must not be found by the next person. */
  onForgotten?(): void;
  readonly limits?: RingLimits;
}

/** Carries an id that is new with every load, and says nothing about what happened. */
const REGISTRATION = api.internalActions.middlewareRegistered.type;
const RESET = api.util.resetApiState.type;

/** The last middleware: keeps the latest actions, without their secrets, and the state they start from. */
export class ActionRecorder {
  private readonly redactor = new Redactor();
  private readonly ring: ActionRing;
  private address: string;
  private nowMs: number;
  private current: RootState | null = null;

  constructor(private readonly options: RecorderOptions) {
    this.ring = new ActionRing(options.limits);
    this.nowMs = options.nowMs;
    for (const secret of options.secrets ?? []) this.redactor.learn(secret);
    this.redactor.learnProof(options.proof ?? '');
    this.address = this.readAddress(options.address);
  }

  readonly middleware: Middleware<object, RootState> = (store) => {
    this.current = store.getState();
    return (next) => (action) => {
      const before = store.getState();
      const result = next(action);
      this.current = store.getState();
      if (isSignOut(before, this.current, action as UnknownAction)) this.forget();
      else if ((action as UnknownAction).type !== REGISTRATION) this.record(action as UnknownAction, before);
      return result;
    };
  };

  /** The log as it is now, or no more of it than fits into so many characters of JSON; the newest is kept. */
  toJson(maxLength = Number.POSITIVE_INFINITY): string {
    const chunks = this.ring.all();
    const texts: string[] = [];
    let base = this.momentNow();
    // Every state that the log could start from is about as long as the present one.
    let length = maxLength === Number.POSITIVE_INFINITY ? 0 : JSON.stringify(base).length;
    for (const chunk of chunks.toReversed()) {
      const text = JSON.stringify(chunk.entries).slice(1, -1);
      length += text.length;
      if (length > maxLength) break;
      texts.unshift(text);
      base = chunk.base;
    }
    const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();
    const head: Omit<ActionLog, 'entries'> = {
      format: LOG_FORMAT,
      version: LOG_VERSION,
      buildId: this.options.buildId,
      savedAt: new Date().toISOString(),
      timeZone,
      language: locale,
      base: this.redactor.redact(base),
    };
    return `${JSON.stringify(head).slice(0, -1)},"entries":[${texts.join(',')}]}`;
  }

  private momentNow(): Moment {
    if (!this.current) throw new Error('The recorder is in no store.');
    return { state: this.current, address: this.address, nowMs: this.nowMs };
  }

  private record(action: UnknownAction, stateBefore: RootState): void {
    const { address, nowMs } = this;
    let plain = action;
    // By the type alone: a matcher looks at the whole action first, and this runs for every one.
    if (action.type === navigationChanged.type) {
      this.address = this.readAddress((action as ReturnType<typeof navigationChanged>).payload.address);
      plain = navigationChanged({ address: this.address });
    } else if (action.type === clockTicked.type) {
      this.nowMs = (action as ReturnType<typeof clockTicked>).payload.nowMs;
    }
    plain = this.redactor.redactAction(plain);
    this.ring.add(plain, this.redactor.lastSize, stateBefore, address, nowMs);
  }

  private forget(): void {
    this.ring.clear();
    this.options.onForgotten?.();
  }

  /** Telegram's launch parameters stand behind the # of the first address, and lead nowhere in the app. */
  private readAddress(address: string): string {
    this.redactor.learnAddress(address);
    return this.redactor.redact(address.replace(/#.*$/, ''));
  }
}

/** Also the emptied query cache after it, which would tell of the same person. */
const isSignOut = (before: RootState, after: RootState, action: UnknownAction): boolean =>
  after.session.user === null && (before.session.user !== null || action.type === RESET);
