import type { Static } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, dateTime, text } from './schema.ts';

/** Where to fetch a prepared file: a browser's download can't send the session headers, so the address is the permission. */
export const DownloadTicket = closed(
  {
    download_url: text('Address below this host, for one download'),
    expires_at: dateTime('Until when the download may begin'),
  },
  { description: 'A prepared file' },
);
export type DownloadTicket = Static<typeof DownloadTicket>;

export const getDownload = defineEndpoint({
  method: 'GET',
  path: '/downloads/:ticket',
  access: 'public',
  doc: 'A prepared file, once; whoever prepared it must still be an admin.',
  params: closed({ ticket: text('The ticket', 200) }),
  status: 200,
  produces: 'text/csv',
  errors: { 403: ['download.not_allowed'], 410: ['download.gone'] },
});
