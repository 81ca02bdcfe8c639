import { listFailures, previewBulkRetry, runBulkRetry } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { findRetrySet, listErrors } from './bulkRetry.query.ts';
import { bulkRetry, presentRetrySet } from './bulkRetry.ts';
import { retryMessage } from './retryMessage.ts';

/** Admins retry failed postings of many users at once. */
export function mountBulkRetryRoutes(endpoints: EndpointRouter, { hints }: Pick<AppContext, 'hints'>): void {
  endpoints.mount(listFailures, async ({ db, query }) => ({ errors: await listErrors(db, query) }));

  endpoints.mount(previewBulkRetry, async ({ db, body: { posting_ids: postings, most, ...filter } }) =>
    presentRetrySet(await findRetrySet(db, { ...filter, postings }, most)),
  );

  endpoints.mount(runBulkRetry, async ({ db, user, body: { posting_ids: postings, most, fingerprint, ...filter } }) => {
    const { retried, later, ownerIds } = await bulkRetry(db, {
      adminId: user.id,
      filter: { ...filter, postings },
      most,
      fingerprint,
    });
    for (const owner of ownerIds) {
      hints.send({ kind: 'work', owner });
      hints.send({ kind: 'changed', owner, tags: ['Task', 'Assistant', 'Queue'] });
    }
    return { message: retryMessage(retried, later), retried };
  });
}
