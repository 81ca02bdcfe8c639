import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import multer from '@koa/multer';

/** An uploaded file. */
export interface UploadedFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

export interface CallPayload {
  /** Parameters of the call. Objects and lists that a form sends as JSON text are parsed. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Files by the name of their part, to which `attach://NAME` refers. */
  readonly files: ReadonlyMap<string, UploadedFile>;
}

/** Reads a call's parameters from its query and its body, which is JSON, a form or multipart. */
export async function readCall(request: IncomingMessage, url: URL): Promise<CallPayload> {
  const fields: Record<string, unknown> = {};
  const files = new Map<string, UploadedFile>();
  const read = (pairs: Iterable<readonly [string, string]>) => {
    for (const [name, value] of pairs) fields[name] = parsed(value);
  };
  read(url.searchParams);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) {
    const form = await readMultipart(request);
    read(Object.entries(form.body));
    for (const { fieldname, originalname, buffer: bytes } of form.files) {
      files.set(fieldname, { fileName: originalname, bytes });
    }
    return { fields, files };
  }
  const body = await text(request);
  if (type.startsWith('application/json')) Object.assign(fields, JSON.parse(body || '{}'));
  else read(new URLSearchParams(body));
  return { fields, files };
}

const readForm = multer({ storage: multer.memoryStorage() }).any();

interface Multipart {
  readonly body?: Record<string, string>;
  readonly files?: readonly multer.File[];
}

async function readMultipart(request: IncomingMessage): Promise<Required<Multipart>> {
  // The only parts of Koa's context that multer uses.
  const context: { req: IncomingMessage; res: null; request: Multipart } = { req: request, res: null, request: {} };
  await readForm(context as unknown as Parameters<typeof readForm>[0], async () => undefined);
  const { body = {}, files = [] } = context.request;
  return { body, files };
}

function parsed(raw: string): unknown {
  try {
    const value: unknown = JSON.parse(raw);
    // Only objects and lists are parsed: a text like "12" must remain a text. Ids are accepted as both.
    return typeof value === 'object' && value !== null ? value : raw;
  } catch {
    return raw;
  }
}
