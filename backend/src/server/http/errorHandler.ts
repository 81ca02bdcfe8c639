import type { Middleware } from 'koa';
import { OperatorError } from '../../operatorError.ts';
import { logRefusal, type RequestState } from '../security/requestLog.ts';
import { HttpError, unavailable } from './errors.ts';

/** 53xxx no connection, memory or disk, 57Pxx shutting down, 08xxx connection lost, the others conflicts that remained after all retries. */
const TEMPORARY_SQLSTATE = /^(53|57P|08|40001|40P01|55P03)/;
const TEMPORARY_SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
// 'Cannot use a pool': the server stops during a request.
const TEMPORARY_MESSAGE =
  /Connection terminated|is not queryable|Cannot use a pool after calling end|timeout exceeded when trying to connect|the database system is/i;

export function isTemporaryDatabaseFailure(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (TEMPORARY_SQLSTATE.test(code) || TEMPORARY_SOCKET_CODES.has(code))) return true;
  return typeof message === 'string' && TEMPORARY_MESSAGE.test(message);
}

/** Null for errors that the caller has not caused. */
function clientError(error: unknown): HttpError | null {
  const { status, type, code } = (error ?? {}) as { status?: unknown; type?: unknown; code?: unknown };
  if (type === 'entity.too.large' || status === 413)
    return new HttpError(413, 'request.too_large', 'The request is too large.');
  if (code === 'LIMIT_FILE_SIZE') return new HttpError(413, 'file.too_large', 'A picture may have at most 10 MB.');
  if (code === 'LIMIT_FILE_COUNT' || code === 'LIMIT_UNEXPECTED_FILE') {
    return new HttpError(413, 'file.too_many', 'At most 20 pictures at once, in the field images.');
  }
  if (typeof code === 'string' && code.startsWith('LIMIT_')) {
    return new HttpError(413, 'request.too_large', 'The request has too many or too large fields.');
  }
  if (status === 400) {
    return new HttpError(400, 'invalid_request', 'The body could not be read: it is not valid JSON.');
  }
  if (status === 415) return new HttpError(415, 'request.unsupported_type', 'The body must be JSON.');
  return null;
}

/** The answer to an internal error does not contain its message. */
export const errorHandler: Middleware<RequestState> = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    let answer = error instanceof HttpError ? error : clientError(error);
    // query_canceled: the time limit of the statement.
    if ((error as { code?: unknown } | null)?.code === '57014') {
      ctx.state.log.warn({ err: error }, 'a statement took too long');
      answer = unavailable('This took too long. Please narrow your search, or try again later.');
    }
    if (!answer && isTemporaryDatabaseFailure(error)) {
      ctx.state.log.warn({ err: error }, 'the database is not available');
      answer = unavailable();
    }
    // The file store is away, or the disk for uploads is full.
    if (!answer && error instanceof OperatorError) {
      ctx.state.log.error({ err: error.cause }, error.message);
      answer = unavailable();
    }
    if (!answer) {
      ctx.state.log.error({ err: error }, 'unexpected error');
      answer = new HttpError(500, 'internal', `Something went wrong on our side (request ${ctx.state.requestId}).`);
    }
    logRefusal(ctx, answer);
    ctx.status = answer.status;
    ctx.set(answer.headers);
    ctx.body = { error: answer.message, code: answer.code, details: answer.details };
  }
};
