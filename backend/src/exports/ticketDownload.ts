import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/statement.ts';
import { tooManyRequests } from '../http/errors.ts';
import { FAST_COMPRESSION } from '../http/jsonText.ts';
import type { Ticket } from './tickets.query.ts';
import { consumeTicket, downloadGone, findTicket } from './tickets.ts';

/** Downloads of a route at the same time. A CSV occupies a database connection until its client has read all of it. */
const MAX_DOWNLOADS = { csv: 4, zip: 8 };
const MAX_DOWNLOADS_PER_OWNER = 2;
const RETRY_AFTER_SECONDS = 10;

interface Download {
  readonly fileName: string;
  readonly body: Readable;
  /** Left out if it is not known before the end. */
  readonly byteSize?: number;
}

interface DownloadOptions {
  readonly type: keyof typeof MAX_DOWNLOADS;
  /** Throws if the ticket is not one for this route, or its owner may not use it. */
  check(ticket: Ticket): void;
  /** Null if the file no longer exists. */
  open(db: Db, ticket: Ticket): Promise<Download | null>;
}

/**
 * The handler of a route that sends a file to the owner of a ticket. Only downloads with a valid ticket count. Throws as `check` does,
 * 410 and 429.
 */
export function ticketDownload({ logger }: Pick<AppContext, 'logger'>, { type, check, open }: DownloadOptions) {
  /** The owner of each running download. */
  const running: string[] = [];
  return async ({ db, params, ctx }: { db: Db; params: { ticket: string }; ctx: Context }): Promise<void> => {
    ctx.status = 200;
    ctx.type = type;
    ctx.set('Cache-Control', 'no-store');
    // A HEAD request does not use up the ticket.
    if (ctx.method === 'HEAD') return;
    const ticket = await findTicket(db, params.ticket);
    check(ticket);
    if (!ticket.isInSession) throw downloadGone();
    const { ownerId } = ticket;
    const ofOwner = running.filter((id) => id === ownerId).length;
    if (running.length >= MAX_DOWNLOADS[type] || ofOwner >= MAX_DOWNLOADS_PER_OWNER)
      throw tooManyRequests(RETRY_AFTER_SECONDS);
    running.push(ownerId);
    const freeSlot = () => void running.splice(running.indexOf(ownerId), 1);
    try {
      await consumeTicket(db, params.ticket);
      const file = await open(db, ticket);
      if (!file) throw downloadGone();
      file.body.once('close', freeSlot);
      file.body.once('error', (error) => {
        logger.warn({ err: error, ticket: ticket.name }, 'a download was aborted');
        // The connection is closed, because after a normal end the file would look complete.
        ctx.res.destroy();
      });
      // Telegram's web client downloads the mini app's files by a script. The ticket alone permits the download.
      if (type === 'zip') ctx.set('Access-Control-Allow-Origin', 'https://web.telegram.org');
      ctx.attachment(file.fileName);
      ctx.compress = type === 'csv' && FAST_COMPRESSION;
      ctx.body = file.body;
      if (file.byteSize !== undefined) ctx.length = file.byteSize;
    } catch (error) {
      freeSlot();
      throw error;
    }
  };
}
