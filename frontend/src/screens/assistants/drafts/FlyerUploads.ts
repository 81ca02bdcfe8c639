import type { Task } from '@flyerdeck/contracts/types';
import { flyerFileProblem } from '../flyers/flyerFiles.ts';

export interface PendingFlyer {
  /** Ours; the card keeps it after the upload, so that a person typing into it keeps the focus. */
  readonly key: string;
  readonly fileName: string;
  readonly previewUrl: string;
  readonly description: string;
  readonly phase: 'waiting' | 'uploading' | 'failed';
  /** How much of the file has left, in whole percent. */
  readonly percent: number;
  readonly error: unknown;
}

export interface FlyerUploadsState {
  readonly pending: readonly PendingFlyer[];
  /** Sentences on the files that were not even tried, until the next ones are added. */
  readonly refused: readonly string[];
}

interface FlyerUploadsOptions {
  upload: (file: File, description: string, onProgress: (sent: number) => void) => Promise<Task>;
  /** The text was edited after the upload had left with an older one. */
  onTextChangedMeanwhile: (task: Task, description: string) => void;
}

let lastKey = 0;

/**
 * Uploads the flyers of one assistant one after another, so that they arrive in order, each has its own outcome,
 * and one bad file does not take the others down. Lives outside React: uploads go on while another tab is open.
 */
export class FlyerUploads {
  private readonly options: FlyerUploadsOptions;
  private readonly listeners = new Set<() => void>();
  private readonly files = new Map<string, File>();
  private readonly keysByTaskId = new Map<string, string>();
  private running: Promise<void> | null = null;
  private state: FlyerUploadsState = { pending: [], refused: [] };

  constructor(options: FlyerUploadsOptions) {
    this.options = options;
  }

  readonly getState = (): FlyerUploadsState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(files: readonly File[]): void {
    const refused = files.map(flyerFileProblem).filter((problem) => problem !== null);
    const added = files
      .filter((file) => flyerFileProblem(file) === null)
      .map((file): PendingFlyer => {
        const key = `flyer-${++lastKey}`;
        this.files.set(key, file);
        const previewUrl = URL.createObjectURL(file);
        return { key, fileName: file.name, previewUrl, description: '', phase: 'waiting', percent: 0, error: null };
      });
    this.publish({ pending: [...this.state.pending, ...added], refused });
    this.start();
  }

  describe(key: string, description: string): void {
    this.change(key, { description });
  }

  retry(key: string): void {
    this.change(key, { phase: 'waiting', error: null });
    this.start();
  }

  remove(key: string): void {
    const flyer = this.find(key);
    if (!flyer) return;
    URL.revokeObjectURL(flyer.previewUrl);
    this.files.delete(key);
    this.publish({ pending: this.state.pending.filter((other) => other.key !== key) });
  }

  /** The key of the card that a task's flyer had while it was uploaded here, else the task's own id. */
  cardKey(taskId: string): string {
    return this.keysByTaskId.get(taskId) ?? taskId;
  }

  /** Waits for the uploads that are under way; true when none is left, failed ones among them. */
  async finish(): Promise<boolean> {
    await this.running;
    return this.state.pending.length === 0;
  }

  private start(): void {
    this.running ??= this.uploadAll();
  }

  private async uploadAll(): Promise<void> {
    for (let next = this.nextWaiting(); next; next = this.nextWaiting()) await this.uploadOne(next);
    this.running = null;
  }

  private nextWaiting(): PendingFlyer | undefined {
    return this.state.pending.find(({ phase }) => phase === 'waiting');
  }

  private async uploadOne({ key, description }: PendingFlyer): Promise<void> {
    const file = this.files.get(key);
    if (!file) return this.remove(key);
    this.change(key, { phase: 'uploading', percent: 0 });
    try {
      const task = await this.options.upload(file, description, (sent) => this.progress(key, sent));
      this.keysByTaskId.set(task._id, key);
      const latest = this.find(key)?.description;
      if (latest !== undefined && latest !== description) this.options.onTextChangedMeanwhile(task, latest);
      this.remove(key);
    } catch (error) {
      this.change(key, { phase: 'failed', error });
    }
  }

  /** Only whole percents are news: a fast line reports far more often than anybody can see. */
  private progress(key: string, sent: number): void {
    const percent = Math.floor(sent * 100);
    if (this.find(key)?.percent !== percent) this.change(key, { percent });
  }

  private find(key: string): PendingFlyer | undefined {
    return this.state.pending.find((flyer) => flyer.key === key);
  }

  private change(key: string, change: Partial<PendingFlyer>): void {
    this.publish({
      pending: this.state.pending.map((flyer) => (flyer.key === key ? { ...flyer, ...change } : flyer)),
    });
  }

  private publish(change: Partial<FlyerUploadsState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}
