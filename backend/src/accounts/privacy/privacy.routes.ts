import { Readable } from 'node:stream';
import * as contract from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import { cancelFewOfPages } from '../../postings/end/cancelPostings.query.ts';
import type { DownloadKind } from '../../server/exports/downloads.routes.ts';
import { issueOwnTicket } from '../../server/exports/tickets.ts';
import { zipOf } from '../../server/exports/zipOf.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { logSecurityEvent } from '../../server/security/requestLog.ts';
import { confirmIdentity } from '../auth/auth.service.ts';
import { eraseAccount } from './erasure.ts';
import { exportEntries } from './exportAccount.ts';

export const accountDownload = (context: AppContext): DownloadKind => ({
  type: 'zip',
  open: async (_db, { ownerId }) => ({
    fileName: `flyerdeck-${new Date().toISOString().slice(0, 10)}.zip`,
    body: Readable.from(zipOf(exportEntries(context, ownerId)), { objectMode: false }),
  }),
});

export function mountPrivacyRoutes(endpoints: EndpointRouter, context: AppContext): void {
  const { config, hints } = context;

  endpoints.mount(contract.openAccountExport, ({ db, user }) => issueOwnTicket(db, user, 'account'));

  endpoints.mountInTransaction(
    contract.eraseAccount,
    async ({ db, user, body: { init_data, widget }, ctx, afterCommit }) => {
      await confirmIdentity(db, config, user, { ...(init_data && { init_data }), ...(widget && { widget }) });
      const pages = await eraseAccount(db, config, user);
      afterCommit(() => {
        hints.send({ kind: 'sessions_ended', owner: user.id });
        hints.send({ kind: 'deactivated', owner: user.id });
        // Their devices poll and learn that they are unlinked.
        for (const page of pages) hints.send({ kind: 'work', page });
        logSecurityEvent(ctx, 'account.erased', user.id);
      });
      afterCommit((db) => cancelFewOfPages(db, pages));
    },
  );
}
