import type { Readable } from 'node:stream';
import { MAX_DESCRIPTION_LENGTH, MAX_IMAGE_BYTES, MAX_UPLOAD_FILES, uploadTasks } from '@flyerdeck/contracts';
import multer from '@koa/multer';
import type { Context, Middleware } from 'koa';
import { badRequest, HttpError, tooManyRequests, unavailable, unprocessable, unsupportedType } from '../http/errors.ts';
import type { RateLimit } from '../http/rateLimit.ts';
import { Throttle } from '../http/throttle.ts';
import { validateRequest } from '../http/validate.ts';
import { OperatorError } from '../operatorError.ts';
import type { NewFlyer } from './flyers.service.ts';
import type { TemporaryFile, TemporaryFiles } from './temporaryFiles.ts';

const TRY_AGAIN_SECONDS = 5;

interface Limits {
  readonly perUser: number;
  readonly inAll: number;
  readonly bytesPerSecondOfUser: number;
}

/** Limits concurrent forms, in all and per user, and how fast a user's forms are read. */
export class UploadSlots {
  private readonly users = new Map<string, { held: number; readonly throttle: Throttle }>();
  private total = 0;

  constructor(private readonly limits: Limits) {}

  /** Throws 429 if this user has too many forms in progress, 503 if all users together have. */
  async hold<T>(userId: string, work: (throttle: Throttle) => Promise<T>): Promise<T> {
    const { perUser, inAll, bytesPerSecondOfUser } = this.limits;
    const user = this.users.get(userId) ?? { held: 0, throttle: new Throttle(bytesPerSecondOfUser) };
    if (user.held >= perUser) throw tooManyRequests(TRY_AGAIN_SECONDS);
    if (this.total >= inAll) throw unavailable();
    this.users.set(userId, user);
    user.held += 1;
    this.total += 1;
    try {
      return await work(user.throttle);
    } finally {
      this.total -= 1;
      user.held -= 1;
      if (user.held === 0) this.users.delete(userId);
    }
  }
}

const MAX_BYTES_OF_A_CHARACTER = 4;
const LIMITS = {
  fileSize: MAX_IMAGE_BYTES,
  files: MAX_UPLOAD_FILES,
  fields: MAX_UPLOAD_FILES,
  // Twice the maximum, so that a text that is slightly too long gets the error of the validation.
  fieldSize: 2 * MAX_DESCRIPTION_LENGTH * MAX_BYTES_OF_A_CHARACTER,
  fieldNestingDepth: 1,
  fieldArrayIndexLimit: MAX_UPLOAD_FILES,
};
/** Limits of concurrent forms. One form may need 200 MB on disk. The web app sends one form at a time per assistant. */
const FORMS = { perUser: 3, inAll: 12, bytesPerSecondOfUser: 16 * 1024 * 1024 };
const SILENT_MS = 15_000;

interface FormOptions {
  readonly temporaryFiles: TemporaryFiles;
  /** Throws if this user may not upload to this assistant. */
  readonly admit: (userId: string, assistantId: string) => Promise<void>;
  readonly rateLimit: RateLimit;
  /** A client that sends nothing for so long is disconnected. */
  readonly silentMs?: number;
}

type PictureFile = multer.File & { readonly stored: TemporaryFile };
type Decide = (error: Error | null, isAccepted: boolean) => void;

/** Images go to temporary files, descriptions into the request body, always as a list. Each image counts against the rate limit before it is read. */
export function createFlyerForm({ temporaryFiles, admit, rateLimit, silentMs = SILENT_MS }: FormOptions): Middleware {
  const slots = new UploadSlots(FORMS);
  return async (ctx, next) => {
    const userId: string = ctx.state.user.id;
    if (!ctx.is('multipart/form-data')) {
      throw unsupportedType('request.unsupported_type', 'The body must be multipart/form-data.');
    }
    validateRequest('path', uploadTasks.params, ctx.params);
    await admit(userId, ctx.params.id);
    await rateLimit.consume(userId);
    await slots.hold(userId, async (throttle) => {
      const formFiles = new FormFiles();
      try {
        await dropWhenSilent(ctx, silentMs, () =>
          readForm(ctx, storageOf(temporaryFiles, formFiles, throttle), rateLimit),
        );
        await next();
      } finally {
        await formFiles.close();
      }
    });
  };
}

class FormFiles {
  private readonly files: TemporaryFile[] = [];
  private isOver = false;

  add(file: TemporaryFile): void {
    if (this.isOver) void file.close();
    else this.files.push(file);
  }

  async close(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.files.map((file) => file.close()));
  }
}

function storageOf(temporaryFiles: TemporaryFiles, formFiles: FormFiles, throttle: Throttle): multer.StorageEngine {
  return {
    _handleFile(_request, file, done) {
      temporaryFiles.write(throttle.of((file as multer.File & { stream: Readable }).stream)).then((stored) => {
        formFiles.add(stored);
        done(null, { ...file, stored } as PictureFile);
      }, done);
    },
    // All files are closed at the end of the request.
    _removeFile: (_request, _file, done) => (done as (error?: Error) => void)(),
  };
}

async function readForm(ctx: Context, storage: multer.StorageEngine, rateLimit: RateLimit): Promise<void> {
  let isFirst = true;
  const fileFilter = (_request: unknown, _file: unknown, decide: Decide) => {
    // The first image was counted before the form was read.
    const counted = isFirst ? Promise.resolve() : rateLimit.consume(ctx.state.user.id);
    isFirst = false;
    counted.then(
      () => decide(null, true),
      (error: Error) => decide(error, false),
    );
  };
  // Browsers send file names in UTF-8 without declaring the charset.
  const options = { storage, fileFilter, limits: LIMITS, defParamCharset: 'utf8' };
  const read = multer(options).array('images', MAX_UPLOAD_FILES);
  try {
    await read(ctx, async () => undefined);
  } catch (error) {
    throw reasonOf(error);
  }
  const form = (ctx.request as { body?: { descriptions?: unknown } }).body;
  if (typeof form?.descriptions === 'string') form.descriptions = [form.descriptions];
}

function reasonOf(error: unknown): unknown {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  if (error instanceof HttpError || error instanceof OperatorError || /^LIMIT_/.test(String(code))) return error;
  // The disk is not writable.
  if (syscall !== undefined) return unavailable();
  // The body is incomplete or not a valid form.
  return badRequest('invalid_request', 'The form could not be read.');
}

/** A form of a silent client would occupy an upload slot for minutes. */
async function dropWhenSilent(ctx: Context, silentMs: number, read: () => Promise<void>): Promise<void> {
  const drop = () => ctx.req.destroy();
  const { timeout = 0 } = ctx.req.socket;
  ctx.req.setTimeout(silentMs, drop);
  try {
    await read();
  } finally {
    ctx.req.off('timeout', drop);
    ctx.req.setTimeout(timeout);
  }
}

/** Throws 422 file.missing, file.descriptions_mismatch. */
export function flyersOf(ctx: Context, descriptions: readonly string[] | undefined): NewFlyer[] {
  const { files } = ctx.request as { files?: PictureFile[] };
  if (!files?.length) throw unprocessable('file.missing', 'Send at least one picture in the field images.');
  if (descriptions && descriptions.length !== files.length) {
    throw unprocessable('file.descriptions_mismatch', 'Send as many descriptions as pictures, in the same order.');
  }
  return files.map(({ stored, originalname }, index) => ({
    read: () => stored.read(),
    fileName: originalname.slice(0, 100),
    description: descriptions?.[index] ?? '',
  }));
}
