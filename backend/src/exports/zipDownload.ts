import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/statement.ts';
import { DownloadSlots } from './downloadSlots.ts';
import { consumeTicket, downloadGone, findOwnTicket, type OwnTicket } from './tickets.ts';

/** A download reads from the database and the file store until its client has read all of it. */
const MAX_DOWNLOADS = 8;
const MAX_DOWNLOADS_PER_OWNER = 2;

interface ZipFile {
  readonly name: string;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Left out if it is not known before the end. */
  readonly byteSize?: number;
}

/**
 * The handler of a route that sends a ZIP to the owner of a ticket of issueOwnTicket with the name `ticketName`. `open` returns
 * null if the file no longer exists. Throws 403, 410 and 429.
 */
export function zipDownload(
  { logger }: Pick<AppContext, 'logger'>,
  { ticketName, open }: { ticketName: string; open(db: Db, ticket: OwnTicket): Promise<ZipFile | null> },
) {
  const slots = new DownloadSlots(MAX_DOWNLOADS, MAX_DOWNLOADS_PER_OWNER);
  return async ({ db, params, ctx }: { db: Db; params: { ticket: string }; ctx: Context }): Promise<void> => {
    ctx.status = 200;
    ctx.type = 'application/zip';
    ctx.set('Cache-Control', 'no-store');
    // A HEAD request does not use up the ticket.
    if (ctx.method === 'HEAD') return;
    const ticket = await findOwnTicket(db, params.ticket, ticketName);
    const freeSlot = slots.take(ticket.ownerId);
    const file = await consumeTicket(db, params.ticket)
      .then(() => open(db, ticket))
      .then((opened) => opened ?? Promise.reject(downloadGone()))
      .catch((error) => {
        freeSlot();
        throw error;
      });
    const body = Readable.from(file.pieces, { objectMode: false });
    body.once('close', freeSlot);
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
