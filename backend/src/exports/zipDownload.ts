import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/statement.ts';
import { tooManyRequests } from '../http/errors.ts';
import { consumeTicket, downloadGone, findOwnTicket, type OwnTicket } from './tickets.ts';

const RETRY_AFTER_SECONDS = 10;

interface ZipFile {
  readonly name: string;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Left out if it is not known before the end. */
  readonly byteSize?: number;
}

/**
 * The handler of a route that sends a ZIP to the owner of a ticket of issueOwnTicket with the name `ticketName`. `open` returns
 * null if the file no longer exists. At most `maxDownloads` run at a time in this process. Throws 403, 410 and 429.
 */
export function zipDownload(
  { logger }: Pick<AppContext, 'logger'>,
  {
    ticketName,
    maxDownloads,
    open,
  }: { ticketName: string; maxDownloads: number; open(db: Db, ticket: OwnTicket): Promise<ZipFile | null> },
) {
  let downloads = 0;
  return async ({ db, params, ctx }: { db: Db; params: { ticket: string }; ctx: Context }): Promise<void> => {
    ctx.status = 200;
    ctx.type = 'application/zip';
    ctx.set('Cache-Control', 'no-store');
    // A HEAD request does not use up the ticket.
    if (ctx.method === 'HEAD') return;
    const ticket = await findOwnTicket(db, params.ticket, ticketName);
    if (downloads >= maxDownloads) throw tooManyRequests(RETRY_AFTER_SECONDS);
    await consumeTicket(db, params.ticket);
    const file = await open(db, ticket);
    if (!file) throw downloadGone();
    downloads += 1;
    const body = Readable.from(file.pieces, { objectMode: false });
    body.once('close', () => {
      downloads -= 1;
    });
    body.once('error', (error) => {
      logger.warn({ err: error, ticketName }, 'the download of a ZIP was aborted');
      // The connection is closed, because after a normal end the file would look complete.
      ctx.res.destroy();
    });
    ctx.attachment(file.name);
    ctx.compress = false;
    ctx.body = body;
    if (file.byteSize !== undefined) ctx.length = file.byteSize;
  };
}
