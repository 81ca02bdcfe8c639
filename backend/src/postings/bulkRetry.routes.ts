import { listFailures, previewBulkRetry, runBulkRetry } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { formatNumber } from '../exports/formats.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { findRetrySet, listErrors } from './bulkRetry.query.ts';
import { bulkRetry, presentRetrySet } from './bulkRetry.ts';

/** What a bulk retry did; `later` postings are more than one retry takes. */
function messageOf(retried: number, later: number): string {
  if (retried === 0) return 'Nothing to retry.';
  const done = `${formatNumber(retried)} posting${retried === 1 ? '' : 's'} put back in the queue.`;
  return later === 0 ? done : `${done} ${formatNumber(later)} more can be retried.`;
}

/** Admins retry failed postings of many users at once. */
export function mountBulkRetryRoutes(endpoints: EndpointRouter, { hints }: Pick<AppContext, 'hints'>): void {
  endpoints.mount(listFailures, async ({ db, query }) => ({ errors: await listErrors(db, query) }));

  endpoints.mount(previewBulkRetry, async ({ db, body: { posting_id: posting, ...filter } }) =>
    presentRetrySet(await findRetrySet(db, { ...filter, posting }, null)),
  );

  endpoints.mountInTransaction(
    runBulkRetry,
    async ({ db, user, body: { posting_id: posting, fingerprint, ...filter }, afterCommit }) => {
      const { retried, later, ownerIds } = await bulkRetry(db, {
        adminId: user.id,
        filter: { ...filter, posting },
        fingerprint,
      });
      afterCommit(() => {
        for (const owner of ownerIds) {
          hints.send({ kind: 'work', owner });
          hints.send({ kind: 'changed', owner, tags: ['Task', 'Assistant', 'Queue'] });
        }
      });
      return { message: messageOf(retried, later), retried };
    },
  );
}
