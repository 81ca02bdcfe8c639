import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { api } from '../../data/api.ts';
import type { RootState } from '../../data/store/rootReducer.ts';
import {
  type ActionLog,
  clockTicked,
  exceptionThrown,
  LOG_FORMAT,
  LOG_VERSION,
  type Moment,
  navigationChanged,
} from '../log/logFormat.ts';
import { Redactor } from './Redactor.ts';

interface RecorderOptions {
  readonly buildId: string;
  readonly address: string;
  readonly nowMs: number;
  readonly secrets?: readonly string[];
  /** Telegram's init data; empty outside of Telegram. */
  readonly initData?: string;
  /** Called at sign-out. It removes the stored log, so that the next user cannot open it. */
  onCleared?(): void;
  readonly limits?: RecorderLimits;
}

interface RecorderLimits {
  /** At least this many of the latest actions are kept, and less than one chunk more. */
  readonly actions: number;
  readonly actionsPerChunk: number;
  /** Maximum length of the JSON of all actions. Above it the oldest actions are dropped earlier, because one list can be larger than a thousand clicks. */
  readonly characters: number;
}

const LIMITS: RecorderLimits = { actions: 10_000, actionsPerChunk: 100, characters: 20_000_000 };
/** A chunk ends when it is longer, so that a log of limited length can begin close to its limit. */
const CHARACTERS_PER_CHUNK = 50_000;

interface Chunk {
  /** The moment before the first action. States are immutable, so a reference is enough. */
  readonly base: Moment;
  readonly entries: string[];
  characters: number;
}

/** Not recorded: it contains only an id that is new for every document. */
const REGISTRATION = api.internalActions.middlewareRegistered.type;
const RESET = api.util.resetApiState.type;

export class ActionRecorder {
  private readonly redactor = new Redactor();
  private readonly limits: RecorderLimits;
  private chunks: Chunk[] = [];
  private lastSeq = 0;
  private lastAt = 0;
  private address: string;
  private nowMs: number;
  private state!: RootState;

  constructor(private readonly options: RecorderOptions) {
    this.limits = options.limits ?? LIMITS;
    this.nowMs = options.nowMs;
    for (const secret of options.secrets ?? []) this.redactor.addSecret(secret);
    this.redactor.addInitDataSecrets(options.initData ?? '');
    this.address = this.readAddress(options.address);
  }

  readonly middleware: Middleware<object, RootState> = (store) => {
    this.state = store.getState();
    return (next) => (given) => {
      const action = given as UnknownAction;
      const before = store.getState();
      let thrown: unknown;
      try {
        return next(action);
      } catch (error) {
        thrown = error;
        throw error;
      } finally {
        this.state = store.getState();
        if (isSignOut(before, this.state, action)) this.clear();
        else if (action.type !== REGISTRATION) this.record(action, before);
        if (thrown) this.record(exceptionThrown(String(thrown)), this.state);
      }
    };
  };

  /** JSON without secrets, without the oldest actions that exceed `maxLength`. Longer only if a state alone is so large. */
  toJson(maxLength = Number.POSITIVE_INFINITY): string {
    let length = maxLength === Number.POSITIVE_INFINITY ? 0 : JSON.stringify(this.state).length;
    let first = this.chunks.length;
    for (; first > 0; first--) {
      length += this.chunks[first - 1]?.characters ?? 0;
      if (length > maxLength) break;
    }
    const chunks = this.chunks.slice(first);
    const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();
    const head = {
      format: LOG_FORMAT,
      version: LOG_VERSION,
      buildId: this.options.buildId,
      savedAt: new Date().toISOString(),
      timeZone,
      language: locale,
      base: chunks[0]?.base ?? { state: this.state, address: this.address, nowMs: this.nowMs },
    } satisfies Omit<ActionLog, 'entries'>;
    const entries = chunks.flatMap((chunk) => chunk.entries);
    // Redacted again, because a text may have been recorded before it was known as a secret.
    return this.redactText(`${this.redactor.toJson(head).slice(0, -1)},"entries":[${entries.join(',')}]}`);
  }

  redactText(text: string): string {
    return this.redactor.redactText(text);
  }

  private record(action: UnknownAction, stateBefore: RootState): void {
    let chunk = this.chunks.at(-1);
    const { actionsPerChunk } = this.limits;
    if (!chunk || chunk.entries.length >= actionsPerChunk || chunk.characters > CHARACTERS_PER_CHUNK) {
      chunk = { base: { state: stateBefore, address: this.address, nowMs: this.nowMs }, entries: [], characters: 0 };
      this.chunks.push(chunk);
    }
    let recorded = action;
    // Compares only the type, because this runs for every action and a matcher checks the whole action.
    if (action.type === navigationChanged.type) {
      this.address = this.readAddress((action as ReturnType<typeof navigationChanged>).payload.address);
      recorded = navigationChanged({ address: this.address });
    } else if (action.type === clockTicked.type) {
      this.nowMs = (action as ReturnType<typeof clockTicked>).payload.nowMs;
    }
    this.lastSeq += 1;
    // The system clock may be set back. The times in the log never decrease.
    this.lastAt = Math.max(this.lastAt, Date.now());
    const entry = `{"seq":${this.lastSeq},"at":${this.lastAt},"action":${this.redactor.toJson(recorded)}}`;
    chunk.entries.push(entry);
    chunk.characters += entry.length;
    this.dropOldest();
  }

  private dropOldest(): void {
    const { limits, chunks } = this;
    let first = chunks.length;
    let [actions, characters] = [0, 0];
    for (; first > 0 && actions < limits.actions && characters <= limits.characters; first--) {
      actions += chunks[first - 1]?.entries.length ?? 0;
      characters += chunks[first - 1]?.characters ?? 0;
    }
    chunks.splice(0, first);
  }

  private clear(): void {
    this.chunks = [];
    this.options.onCleared?.();
  }

  /** Redacts an address and removes its fragment, which contains only Telegram's launch parameters. */
  private readAddress(address: string): string {
    this.redactor.addAddressSecrets(address);
    return this.redactText(address.replace(/#.*$/, ''));
  }
}

/** Whether an action signs the user out or then resets the query cache. The state before both has the user's data. */
const isSignOut = (before: RootState, after: RootState, action: UnknownAction): boolean =>
  after.session.user === null && (before.session.user !== null || action.type === RESET);

export const currentRecorder: { instance?: ActionRecorder } = {};
