import { AUTOSAVE_QUIET_MS, SAVED_INDICATOR_MS } from '@flyerdeck/contracts/limits';

export interface AutosaveState<Patch, Answer> {
  /** Edits the server has not confirmed, those in flight among them: laid over the stored values they are what is shown. */
  readonly unsaved: Partial<Patch>;
  readonly phase: 'clean' | 'quiet' | 'saving' | 'saved' | 'failed';
  /** What the last failed save threw and which edits it carried. */
  readonly failure: { readonly error: unknown; readonly patch: Partial<Patch> } | null;
  readonly lastAnswer: Answer | null;
}

interface AutosaveOptions<Patch, Answer> {
  save: (patch: Partial<Patch>) => Promise<Answer>;
  /** Which edits of a failed save to hold on to; all of them unless said otherwise. */
  keepAfterFailure?: (patch: Partial<Patch>, error: unknown) => Partial<Patch>;
}

const isEmpty = (patch: object) => Object.keys(patch).length === 0;

/**
 * Gathers the edits of one thing and saves them after a quiet period, one request at a time.
 * An edit made while a save is in flight goes into the next save and stays on top of the answer,
 * so it can neither be lost nor be overwritten. Lives outside React, so that leaving the screen
 * neither drops an edit nor lets two saves of one thing race each other.
 */
export class Autosave<Patch extends object, Answer> {
  private readonly options: AutosaveOptions<Patch, Answer>;
  private readonly listeners = new Set<() => void>();
  private pending: Partial<Patch> = {};
  private inFlight: Partial<Patch> = {};
  private running: Promise<boolean> | null = null;
  private flushWanted = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private state: AutosaveState<Patch, Answer> = { unsaved: {}, phase: 'clean', failure: null, lastAnswer: null };

  constructor(options: AutosaveOptions<Patch, Answer>) {
    this.options = options;
  }

  readonly getState = (): AutosaveState<Patch, Answer> => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  hasUnsaved(): boolean {
    return !isEmpty(this.state.unsaved);
  }

  /** Saves once nothing has been edited for the quiet period. */
  edit(patch: Partial<Patch>): void {
    this.take(patch);
    this.timer = setTimeout(() => void this.flush(), AUTOSAVE_QUIET_MS);
  }

  /** Saves at once, together with whatever was waiting. */
  saveNow(patch: Partial<Patch>): Promise<boolean> {
    this.take(patch);
    return this.flush();
  }

  /** Sends what is unsaved; true when everything edited so far is stored. */
  flush(): Promise<boolean> {
    if (isEmpty(this.pending) && !this.running) return Promise.resolve(true);
    clearTimeout(this.timer);
    this.flushWanted = true;
    this.running ??= this.drain();
    return this.running;
  }

  /** Forgets what is unsaved, for a thing that is gone. */
  discard(): void {
    clearTimeout(this.timer);
    this.pending = {};
    this.publish({ phase: 'clean', failure: null });
  }

  private take(patch: Partial<Patch>): void {
    clearTimeout(this.timer);
    this.pending = { ...this.pending, ...patch };
    this.publish({ phase: this.running ? 'saving' : 'quiet', failure: null });
  }

  private async drain(): Promise<boolean> {
    while (this.flushWanted && !isEmpty(this.pending)) {
      this.flushWanted = false;
      const sent = this.pending;
      this.pending = {};
      this.inFlight = sent;
      this.publish({ phase: 'saving', failure: null });
      try {
        const answer = await this.options.save(sent);
        this.inFlight = {};
        this.publish({ lastAnswer: answer });
      } catch (error) {
        const kept = this.options.keepAfterFailure?.(sent, error) ?? sent;
        this.pending = { ...kept, ...this.pending };
        return this.stop({ phase: 'failed', failure: { error, patch: sent } }, false);
      }
    }
    // Edits made during the save still have their own quiet period running.
    if (!isEmpty(this.pending)) return this.stop({ phase: 'quiet' }, true);
    this.timer = setTimeout(() => this.publish({ phase: 'clean' }), SAVED_INDICATOR_MS);
    return this.stop({ phase: 'saved' }, true);
  }

  private stop(change: Partial<AutosaveState<Patch, Answer>>, stored: boolean): boolean {
    this.inFlight = {};
    this.running = null;
    this.flushWanted = false;
    this.publish(change);
    return stored;
  }

  private publish(change: Partial<AutosaveState<Patch, Answer>>): void {
    this.state = { ...this.state, ...change, unsaved: { ...this.inFlight, ...this.pending } };
    for (const listener of this.listeners) listener();
  }
}
