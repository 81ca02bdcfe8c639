import { MAX_DESCRIPTION_LENGTH, MAX_IMAGE_BYTES, MAX_UPLOAD_FILES } from '@flyerdeck/contracts';
import multer from '@koa/multer';
import type { Context, Middleware } from 'koa';
import { badRequest, unprocessable, unsupportedType } from '../http/errors.ts';
import type { NewFlyer } from './flyers.service.ts';

const MAX_BYTES_OF_A_CHARACTER = 4;
const options = {
  storage: multer.memoryStorage(),
  // Browsers send file names as UTF-8 without saying so.
  defParamCharset: 'utf8',
  limits: {
    fileSize: MAX_IMAGE_BYTES,
    files: MAX_UPLOAD_FILES,
    fields: MAX_UPLOAD_FILES,
    // A little more, so that a text just too long is told so and not cut off.
    fieldSize: 2 * MAX_DESCRIPTION_LENGTH * MAX_BYTES_OF_A_CHARACTER,
    fieldNestingDepth: 1,
    fieldArrayIndexLimit: MAX_UPLOAD_FILES,
  },
};
const readForm = multer(options).array('images', MAX_UPLOAD_FILES);

const isBrokenLimit = (error: unknown) => /^LIMIT_/.test(String((error as { code?: unknown } | null)?.code));

/** Reads the multipart form into the request; the descriptions are a list even when there is one. */
export const readFlyerForm: Middleware = async (ctx, next) => {
  if (!ctx.is('multipart/form-data')) {
    throw unsupportedType('request.unsupported_type', 'The body must be multipart/form-data.');
  }
  try {
    await readForm(ctx, async () => undefined);
  } catch (error) {
    if (isBrokenLimit(error)) throw error;
    // Cut off, or not a form at all: nothing here is our own doing.
    throw badRequest('invalid_request', 'The form could not be read.');
  }
  const form = (ctx.request as { body?: { descriptions?: unknown } }).body;
  if (typeof form?.descriptions === 'string') form.descriptions = [form.descriptions];
  await next();
};

/** The flyers of a form that was read. Throws 422 file.missing, file.descriptions_mismatch. */
export function flyersOf(ctx: Context, descriptions: readonly string[] | undefined): NewFlyer[] {
  const { files } = ctx.request as { files?: multer.File[] };
  if (!files?.length) throw unprocessable('file.missing', 'Send at least one picture in the field images.');
  if (descriptions && descriptions.length !== files.length) {
    throw unprocessable('file.descriptions_mismatch', 'Send as many descriptions as pictures, in the same order.');
  }
  return files.map(({ buffer, originalname }, place) => ({
    bytes: buffer,
    fileName: originalname.slice(0, 100),
    description: descriptions?.[place] ?? '',
  }));
}
