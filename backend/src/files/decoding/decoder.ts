import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';
import pLimit from 'p-limit';
import { unavailable } from '../../server/http/errors.ts';
import type { CheckedImage, Refusal } from './decode.ts';

export interface DecoderRequest {
  readonly bytes: Buffer;
  /** Pixels to shrink to; null to check. */
  readonly width: number | null;
}

export interface DecoderAnswer {
  readonly checked?: CheckedImage | Refusal;
  readonly shrunk?: Buffer;
  readonly error?: string;
}

/** Much longer than the largest allowed picture takes, also on a busy machine. */
const ANSWER_TIMEOUT_MS = 30_000;

/** The process uses 60 MB. */
const IDLE_MS = 30_000;

const PROGRAM = join(import.meta.dirname, `decoderProcess${extname(import.meta.filename)}`);

/** A separate process: a decoder that hangs is killed, one that crashes does not end the server. It does not get our environment variables. */
export class Decoder {
  private readonly limit = pLimit(1);
  private child: ChildProcess | null = null;
  private idleTimer: NodeJS.Timeout | undefined;
  private pending: { resolve(answer: DecoderAnswer): void; reject(error: Error): void } | null = null;

  constructor(private readonly answerTimeoutMs = ANSWER_TIMEOUT_MS) {}

  /** Throws 503 if no process can be started. */
  async check(bytes: Buffer): Promise<CheckedImage | Refusal> {
    const { checked, error } = await this.limit(() => this.request({ bytes, width: null }));
    if (checked === undefined) throw new Error(error);
    return checked;
  }

  /** `read` is called just before decoding, so that waiting calls hold no pictures. Null if there is no original. */
  async shrink(read: () => Promise<Buffer | null>, width: number): Promise<Buffer | null> {
    return this.limit(async () => {
      const bytes = await read();
      if (!bytes) return null;
      const { shrunk, error } = await this.request({ bytes, width });
      if (!shrunk) throw new Error(error);
      return shrunk;
    });
  }

  private async request(request: DecoderRequest): Promise<DecoderAnswer> {
    clearTimeout(this.idleTimer);
    this.child ??= this.start();
    const { child } = this;
    child.ref();
    child.channel?.ref();
    const timer = setTimeout(() => child.kill('SIGKILL'), this.answerTimeoutMs);
    try {
      return await new Promise((resolve, reject) => {
        this.pending = { resolve, reject };
        child.send(request);
      });
    } finally {
      this.pending = null;
      clearTimeout(timer);
      // An idle decoder must not keep this process running.
      child.unref();
      child.channel?.unref();
      this.idleTimer = setTimeout(() => {
        this.child = null;
        child.kill('SIGKILL');
      }, IDLE_MS).unref();
    }
  }

  private start(): ChildProcess {
    const { PATH, NODE_OPTIONS } = process.env;
    const child = fork(PROGRAM, {
      serialization: 'advanced',
      env: { PATH, NODE_OPTIONS },
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', (answer) => {
      if (this.child === child) this.pending?.resolve(answer as DecoderAnswer);
    });
    child.on('error', () => {
      if (this.child === child) this.pending?.reject(unavailable());
    });
    child.on('exit', () => {
      if (this.child !== child) return;
      this.child = null;
      const checked = child.killed ? 'too_slow' : 'damaged';
      this.pending?.resolve({ checked, error: `The decoder ended: ${checked}.` });
    });
    return child;
  }
}

/** One for the process, which limits the memory of all uploads together. */
export const decoder = new Decoder();
