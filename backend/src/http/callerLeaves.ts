import type { Context } from 'koa';
import { callerLeft } from './errors.ts';

/** Aborts when the connection closes, also after the answer. */
export function callerLeaves({ res }: Context): AbortSignal {
  const leaving = new AbortController();
  const leave = () => leaving.abort(callerLeft());
  if (res.destroyed) leave();
  else res.once('close', leave);
  return leaving.signal;
}
