import type { Readable } from 'node:stream';
import { MAX_DESCRIPTION_LENGTH, MAX_IMAGE_BYTES, MAX_UPLOAD_FILES, uploadTasks } from '@flyerdeck/contracts';
import multer from '@koa/multer';
import type { Context, Middleware } from 'koa';
import pLimit from 'p-limit';
import { OperatorError } from '../../operatorError.ts';
import { badRequest, HttpError, unavailable, unprocessable, unsupportedType } from '../../server/http/errors.ts';
import { validateRequest } from '../../server/http/validate.ts';
import { CallerLimits, type RateLimit } from '../../server/security/rateLimit.ts';
import type { NewFlyer } from './flyers.service.ts';
import type { TemporaryFile, TemporaryFiles } from './temporaryFiles.ts';

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
/** One form may need 200 MB on disk. Further forms wait. The web app sends one form of an assistant at a time, and three of a sheet. */
const MAX_FORMS_OF_USER = 3;
const MAX_FORMS = 12;
/** A form of a silent client would keep its place for minutes. */
const SILENT_MS = 15_000;

interface FormOptions {
  readonly temporaryFiles: TemporaryFiles;
  /** Throws if this user may not upload to this assistant. */
  readonly admit: (userId: string, assistantId: string) => Promise<void>;
  readonly rateLimit: RateLimit;
  readonly silentMs?: number;
}

type PictureFile = multer.File & { readonly stored: TemporaryFile };
type Decide = (error: Error | null, isAccepted: boolean) => void;

/** Images go to temporary files, descriptions into the request body, always as a list. Each image counts against the rate limit before it is read. */
export function createFlyerForm({ temporaryFiles, admit, rateLimit, silentMs = SILENT_MS }: FormOptions): Middleware {
  const users = new CallerLimits(MAX_FORMS_OF_USER);
  const all = pLimit(MAX_FORMS);
  const storage = storageOf(temporaryFiles);
  return async (ctx, next) => {
    const userId: string = ctx.state.user.id;
    if (!ctx.is('multipart/form-data')) {
      throw unsupportedType('request.unsupported_type', 'The body must be multipart/form-data.');
    }
    validateRequest('path', uploadTasks.params, ctx.params);
    await admit(userId, ctx.params.id);
    await rateLimit.consume(userId);
    const read = async () => {
      // The caller may have closed the connection while waiting.
      if (ctx.res.destroyed) return;
      const { timeout = 0 } = ctx.req.socket;
      ctx.req.setTimeout(silentMs, () => ctx.req.destroy());
      await readForm(ctx, storage, rateLimit).finally(() => ctx.req.setTimeout(timeout));
      try {
        await next();
      } finally {
        await Promise.all(filesOf(ctx).map(({ stored }) => stored.close()));
      }
    };
    await users.run(userId, () => all(read));
  };
}

const filesOf = (ctx: Context): PictureFile[] => (ctx.request as { files?: PictureFile[] }).files ?? [];

/** After an error multer removes the files that it has stored. */
const storageOf = (temporaryFiles: TemporaryFiles): multer.StorageEngine => ({
  _handleFile(_request, file, done) {
    temporaryFiles
      .write((file as multer.File & { stream: Readable }).stream)
      .then((stored) => done(null, { ...file, stored } as PictureFile), done);
  },
  _removeFile(_request, file, done) {
    (file as PictureFile).stored.close().then(done as () => void, done);
  },
});

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

export function flyersOf(ctx: Context, descriptions: readonly string[] | undefined): NewFlyer[] {
  const files = filesOf(ctx);
  if (files.length === 0) throw unprocessable('file.missing', 'Send at least one picture in the field images.');
  if (descriptions && descriptions.length !== files.length) {
    throw unprocessable('file.descriptions_mismatch', 'Send as many descriptions as pictures, in the same order.');
  }
  return files.map(({ stored, originalname }, index) => ({
    read: () => stored.read(),
    fileName: originalname.slice(0, 100),
    description: descriptions?.[index] ?? '',
  }));
}
