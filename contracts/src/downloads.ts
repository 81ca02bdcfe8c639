import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, dateTime, object, text } from './schema.ts';

/** The address of a prepared file. It needs no session, because a browser's download can not send the session headers. */
export const DownloadTicket = object('A prepared file', {
  download_url: text('Address below this host, for one download'),
  expires_at: dateTime('Until when the download may begin'),
});
export type DownloadTicket = Static<typeof DownloadTicket>;

/** In the body of an export whose times have the texts of the screen. */
export const exportTimeZone = {
  time_zone: Type.Optional(text('IANA time zone of the times that are formatted as on the screen; UTC without it', 64)),
};

export const getDownload = defineEndpoint({
  path: '/downloads/:ticket',
  access: 'public',
  doc: 'A prepared file. The address works once, while the user who prepared the file is an admin.',
  params: closed({ ticket: text('The ticket', 200) }),
  produces: 'text/csv',
  errors: { 403: ['download.not_allowed'], 410: ['download.gone'] },
});
