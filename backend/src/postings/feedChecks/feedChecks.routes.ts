import { listFeedChecks, reportFeedChecks } from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { feedChecksOf, reportFeed } from './feedChecks.service.ts';

export function mountFeedChecksRoutes(
  endpoints: EndpointRouter,
  { config: { leaseSeconds }, hints }: Pick<AppContext, 'config' | 'hints'>,
): void {
  endpoints.mount(listFeedChecks, ({ deviceSecretHash: secretHash, db }) =>
    feedChecksOf(db, { secretHash, leaseSeconds }),
  );
  endpoints.mount(reportFeedChecks, async ({ body, deviceSecretHash: secretHash, db }) => {
    const results = await reportFeed(db, { secretHash, leaseSeconds }, body.verdicts);
    if (results.some(({ isPosted }) => isPosted)) hints.send({ kind: 'screenshots' });
    return { postings: results.map(({ posting_id, status }) => ({ posting_id, status })) };
  });
}
