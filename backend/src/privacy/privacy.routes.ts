import { Readable } from 'node:stream';
import * as contract from '@flyerdeck/contracts';
import { confirmIdentity } from '../auth/auth.service.ts';
import type { AppContext } from '../context.ts';
import type { DownloadKind } from '../exports/downloads.routes.ts';
import { issueOwnTicket } from '../exports/tickets.ts';
import { conflict } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { logSecurityEvent } from '../http/requestLog.ts';
import { cancelFewOfPages } from '../postings/cancelPostings.query.ts';
import { presentExport } from './accountExport.presenter.ts';
import { findExport, requestExport } from './accountExports.query.ts';
import { eraseAccount } from './erasure.ts';
import { readExport } from './exportAccount.ts';

export const accountDownload = ({ files }: AppContext): DownloadKind => ({
  type: 'zip',
  async open(db, { ownerId }) {
    const [row] = await findExport(db, [ownerId]);
    if (!row?.ready_at) return null;
    return {
      fileName: `flyerdeck-${row.ready_at.toISOString().slice(0, 10)}.zip`,
      body: Readable.from(readExport(files, row), { objectMode: false }),
      byteSize: Number(row.byte_size),
    };
  },
});

export function mountPrivacyRoutes(endpoints: EndpointRouter, context: AppContext): void {
  const { config, hints } = context;

  endpoints.mount(contract.getAccountExport, async ({ db, user }) => {
    const [row] = await findExport(db, [user.id]);
    return presentExport(row);
  });

  endpoints.mount(contract.requestAccountExport, async ({ db, user }) => {
    await requestExport(db, [user.id]);
    const [row] = await findExport(db, [user.id]);
    return presentExport(row);
  });

  endpoints.mount(contract.openAccountExport, async ({ db, user }) => {
    const [row] = await findExport(db, [user.id]);
    if (!row?.ready_at) throw conflict('export.not_ready', 'This export is not ready. Please prepare it first.');
    return issueOwnTicket(db, user, 'account');
  });

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
