import { MAX_BODY_NESTING, MAX_IDEMPOTENCY_KEY_LENGTH } from '@flyerdeck/contracts';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { badRequest, unsupportedType } from './errors.ts';

/** JSON.parse takes 100 ms for a megabyte of brackets. */
function isNestedTooDeep(json: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let position = 0; position < json.length && depth <= MAX_BODY_NESTING; position++) {
    const character = json.charAt(position);
    if (isInString && character === '\\') position++;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && '{['.includes(character)) depth++;
    else if (!isInString && '}]'.includes(character)) depth--;
  }
  return depth > MAX_BODY_NESTING;
}

function parse(text: string): object {
  if (text === '') return {};
  if (isNestedTooDeep(text)) {
    throw badRequest('invalid_request', `The body must not be nested more than ${MAX_BODY_NESTING} levels deep.`);
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // Answered below, like JSON that is not an object or array.
  }
  throw badRequest('invalid_request', 'The body could not be read: it is not valid JSON.');
}

/** An empty body is `{}`. Compressed bodies are refused, because a small one can unpack to a large one. */
export function jsonBodyReader(maxBytes: number): (ctx: Context) => Promise<object> {
  const readText = bodyParser({ enableTypes: ['text'], extendTypes: { text: ['json'] }, textLimit: `${maxBytes}b` });
  return async (ctx) => {
    if (!/^(identity)?$/i.test(ctx.get('Content-Encoding'))) {
      throw unsupportedType('request.unsupported_type', 'The body must not be compressed.');
    }
    const hasBody = ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0;
    if (!hasBody) return {};
    if (!ctx.is('json')) throw unsupportedType('request.unsupported_type', 'The body must be JSON.');
    await readText(ctx as never, async () => undefined);
    return parse((ctx.request as { body?: string }).body ?? '');
  };
}

export function readIdempotencyKey(ctx: Context): string | null {
  const key = ctx.get('Idempotency-Key').trim();
  if (key.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    throw badRequest(
      'invalid_request',
      `The Idempotency-Key header may have at most ${MAX_IDEMPOTENCY_KEY_LENGTH} characters.`,
    );
  }
  return key || null;
}
