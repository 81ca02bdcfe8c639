import { queueInfo, queueStatus, startQueue, stopQueue } from '@flyerdeck/contracts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { countQueue, findQueueStatus, switchPosting } from './queue.query.ts';

export function mountQueueRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(queueInfo, async ({ db, user }) => {
    const [counts] = await countQueue(db, [user.id]);
    if (!counts) throw new Error('an aggregate answered no row');
    return counts;
  });
  endpoints.mount(queueStatus, async ({ db, user }) => {
    const [status] = await findQueueStatus(db, [user.id]);
    if (!status) throw new Error('a signed-in user has no row');
    return status;
  });
  endpoints.mount(startQueue, async ({ db, user }) => {
    await switchPosting(db, [user.id, true]);
    return { message: 'Queue processing start requested.', is_posting_active: true };
  });
  endpoints.mount(stopQueue, async ({ db, user }) => {
    await switchPosting(db, [user.id, false]);
    return { message: 'Queue processing stop requested.', is_posting_active: false };
  });
}
