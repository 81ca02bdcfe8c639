import { queueInfo, queueStatus, startQueue, stopQueue } from '@flyerdeck/contracts';
import { oneRow } from '../../database/statement.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { countQueue, findQueueStatus, switchPosting } from './queue.query.ts';

export function mountQueueRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(queueInfo, ({ db, user }) => oneRow(countQueue(db, [user.id])));
  endpoints.mount(queueStatus, ({ db, user }) => oneRow(findQueueStatus(db, [user.id])));
  endpoints.mount(startQueue, async ({ db, user }) => {
    await switchPosting(db, [user.id, true]);
    return { message: 'Queue processing start requested.', is_posting_active: true };
  });
  endpoints.mount(stopQueue, async ({ db, user }) => {
    await switchPosting(db, [user.id, false]);
    return { message: 'Queue processing stop requested.', is_posting_active: false };
  });
}
