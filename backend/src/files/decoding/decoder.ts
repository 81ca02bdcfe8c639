import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';
import pLimit from 'p-limit';
import { unavailable } from '../../http/errors.ts';
import type { CheckedImage, Refusal } from './decode.ts';

export interface DecoderRequest {
  readonly bytes: Buffer;
  /** Null to check the picture, else the width in pixels to shrink it to. */
  readonly width: number | null;
}

export interface DecoderAnswer {
  readonly checked?: CheckedImage | Refusal;
  readonly shrunk?: Buffer;
  readonly error?: string;
}

/** Many times what the largest allowed picture takes. */
const ANSWER_TIMEOUT_MS = 15_000;
/** A process of 60 MB is not kept for one picture an hour. */
const IDLE_MS = 30_000;

const PROGRAM = join(import.meta.dirname, `decoderProcess${extname(import.meta.filename)}`);

/**
 * Decodes one picture at a time in a separate process: one that hangs is killed, a crash of a decoder ends no server, and
 * the memory of a picture is freed. The process starts with the first picture and has none of our settings.
 */
export class Decoder {
  private readonly limit = pLimit(1);
  private child: ChildProcess | null = null;
  private idle: NodeJS.Timeout | undefined;
  private pending: { resolve(answer: DecoderAnswer): void; reject(error: Error): void } | null = null;

  constructor(private readonly answerTimeoutMs = ANSWER_TIMEOUT_MS) {}

  /** Facts about the picture and its bytes without metadata, or why it is refused. Throws 503 when no process can be started. */
  async check(bytes: Buffer): Promise<CheckedImage | Refusal> {
    const { checked, error } = await this.limit(() => this.ask({ bytes, width: null }));
    if (checked === undefined) throw new Error(error);
    return checked;
  }

  /** A WebP of at most `width` pixels. The original is read when its turn has come; null where there is none. */
  async shrink(read: () => Promise<Buffer | null>, width: number): Promise<Buffer | null> {
    return this.limit(async () => {
      const bytes = await read();
      if (!bytes) return null;
      const { shrunk, error } = await this.ask({ bytes, width });
      if (!shrunk) throw new Error(error);
      return shrunk;
    });
  }

  private async ask(request: DecoderRequest): Promise<DecoderAnswer> {
    clearTimeout(this.idle);
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
      // A program that waits for nothing else may end.
      child.unref();
      child.channel?.unref();
      this.idle = setTimeout(() => {
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
    child.on('message', (answer) => this.pending?.resolve(answer as DecoderAnswer));
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

/** One for each process, which limits the memory of all uploads together. */
export const decoder = new Decoder();
