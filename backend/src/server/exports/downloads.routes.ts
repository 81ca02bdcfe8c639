import type { Readable } from 'node:stream';
import { getDownload, requestExport } from '@flyerdeck/contracts';
import type { Logger } from 'pino';
import type { Db } from '../../database/statement.ts';
import { forbidden, tooManyRequests } from '../http/errors.ts';
import { type EndpointRouter, FAST_COMPRESSION } from '../http/mountEndpoint.ts';
import type { AnyExport } from './csvExport.ts';
import { streamCsv } from './streamCsv.query.ts';
import type { Ticket } from './tickets.ts';
import { consumeTicket, downloadGone, findTicket, issueAdminTicket } from './tickets.ts';

/** A CSV occupies a database connection until its client has read all of it. */
const MAX_DOWNLOADS = { csv: 4, zip: 8 };
const MAX_DOWNLOADS_PER_OWNER = 2;
const RETRY_AFTER_SECONDS = 10;

interface Download {
  readonly fileName: string;
  readonly body: Readable;
}

export interface DownloadKind {
  readonly type: keyof typeof MAX_DOWNLOADS;
  readonly isForAdmins?: true;
  /** Null if the file no longer exists. */
  open(db: Db, ticket: Ticket): Promise<Download | null>;
}

export const csvDownloads = (
  { db }: { readonly db: Db },
  exports: Readonly<Record<string, AnyExport>>,
): Record<string, DownloadKind> =>
  Object.fromEntries(
    Object.entries(exports).map(([name, { columns, select }]): [string, DownloadKind] => [
      name,
      {
        type: 'csv',
        isForAdmins: true,
        open: async (_db, { parameters }) => ({
          fileName: `${name}-${new Date().toISOString().slice(0, 10)}.csv`,
          body: await streamCsv(db, columns, select(parameters as never)),
        }),
      },
    ]),
  );

/** Only downloads with a valid ticket count for the limits. */
export function mountDownloadsRoutes(
  endpoints: EndpointRouter,
  { logger }: { readonly logger: Logger },
  kinds: Readonly<Record<string, DownloadKind>>,
): void {
  const running: Record<DownloadKind['type'], string[]> = { csv: [], zip: [] };
  endpoints.mount(requestExport, ({ db, user, body }) => issueAdminTicket(db, user, body));
  endpoints.mount(getDownload, async ({ db, params, ctx }) => {
    ctx.status = 200;
    ctx.set('Cache-Control', 'no-store');
    // A HEAD request does not use up the ticket.
    if (ctx.method === 'HEAD') return;
    const ticket = await findTicket(db, params.ticket);
    const { ownerId, name, isActive, isAdmin, isInSession } = ticket;
    const kind = kinds[name];
    if (!kind) throw downloadGone();
    const { type, isForAdmins, open } = kind;
    if (!isActive) throw forbidden('download.not_allowed', 'This account is deactivated.');
    if (isForAdmins && !isAdmin) throw forbidden('download.not_allowed', 'Only admins may download this file.');
    if (!isInSession) throw downloadGone();
    const owners = running[type];
    if (owners.length >= MAX_DOWNLOADS[type] || owners.filter((id) => id === ownerId).length >= MAX_DOWNLOADS_PER_OWNER)
      throw tooManyRequests(RETRY_AFTER_SECONDS);
    owners.push(ownerId);
    const freeSlot = () => void owners.splice(owners.indexOf(ownerId), 1);
    try {
      await consumeTicket(db, params.ticket);
      const file = await open(db, ticket);
      if (!file) throw downloadGone();
      file.body.once('close', freeSlot);
      file.body.once('error', (error) => {
        logger.warn({ err: error, ticket: name }, 'a download was aborted');
        // The connection is closed, because after a normal end the file would look complete.
        ctx.res.destroy();
      });
      ctx.type = type;
      // Telegram's web client downloads the mini app's files by a script. The ticket alone permits the download.
      if (type === 'zip') ctx.set('Access-Control-Allow-Origin', 'https://web.telegram.org');
      ctx.attachment(file.fileName);
      ctx.compress = type === 'csv' && FAST_COMPRESSION;
      ctx.body = file.body;
    } catch (error) {
      freeSlot();
      throw error;
    }
  });
}
