import { type Static, Type } from '@sinclair/typebox';
import { ExportUsersBody, TrendsRange } from './admin.ts';
import { ExportUserLedgerBody } from './adminCredits.ts';
import { ExportAuditEventsBody } from './adminOperation.ts';
import { ExportCreditUsersBody } from './credits.ts';
import { defineEndpoint } from './endpoint.ts';
import { ExportDetailedPostingsBody } from './postings.ts';
import { closed, dateTime, object, text } from './schema.ts';

/** Without a session, because a browser's download cannot send the session headers. */
export const DownloadTicket = object('A prepared file', {
  download_url: text('Address below this host, for one download'),
  expires_at: dateTime('Until when the download may begin'),
});
export type DownloadTicket = Static<typeof DownloadTicket>;

const list = <const Name extends string>(name: Name) => ({ list: Type.Literal(name, { description: 'Which list' }) });

const ExportBody = Type.Union([
  closed({ ...list('postings'), ...ExportDetailedPostingsBody.properties }),
  closed({ ...list('users'), ...ExportUsersBody.properties }),
  closed({ ...list('credits'), ...ExportCreditUsersBody.properties }),
  closed({ ...list('ledger'), ...ExportUserLedgerBody.properties }),
  closed({ ...list('audit'), ...ExportAuditEventsBody.properties }),
  closed({ ...list('trends'), ...TrendsRange.properties }),
]);
export type ExportBody = Static<typeof ExportBody>;

export const requestExport = defineEndpoint({
  method: 'POST',
  path: '/admin/exports',
  access: 'admin',
  doc: 'Prepares a CSV file of all rows of a list that match. It is an audit event.',
  body: ExportBody,
  rateLimit: 'export',
  changes: ['AdminAct'],
  refetchOnFailure: ['AdminAct'],
  status: 201,
  response: DownloadTicket,
});

export const getDownload = defineEndpoint({
  path: '/downloads/:ticket',
  access: 'public',
  doc: "A prepared file: a CSV of an admin's list, or a ZIP of the user's own data or screenshots. The address works once, while the user may still have the file.",
  params: closed({ ticket: text('The ticket', 200) }),
  produces: 'application/octet-stream',
  errors: { 403: ['download.not_allowed'], 410: ['download.gone'] },
});
