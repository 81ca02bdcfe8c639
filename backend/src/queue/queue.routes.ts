import { listCalendar, listCalendarPages, queueInfo, queueStatus, startQueue, stopQueue } from '@flyerdeck/contracts';
import { oneRow } from '../database/statement.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { listPagesWithPostings } from './calendar.query.ts';
import { checkRange, readCalendar } from './calendar.ts';
import { countQueue, findQueueStatus, switchPosting } from './queue.query.ts';

export function mountQueueRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(queueInfo, ({ db, user }) => oneRow(countQueue(db, [user.id])));
  endpoints.mount(queueStatus, ({ db, user }) => oneRow(findQueueStatus(db, [user.id])));
  endpoints.mount(listCalendarPages, async ({ db, user, query }) => {
    checkRange(query);
    const pages = await listPagesWithPostings(db, [user.id, query.from, query.until, query.assistant_id ?? null]);
    return { page_guids: pages.map(({ guid }) => guid) };
  });
  endpoints.mount(listCalendar, ({ db, user, body }) => readCalendar(db, user.id, body));
  endpoints.mount(startQueue, async ({ db, user }) => {
    await switchPosting(db, [user.id, true]);
    return { message: 'Queue processing start requested.', is_posting_active: true };
  });
  endpoints.mount(stopQueue, async ({ db, user }) => {
    await switchPosting(db, [user.id, false]);
    return { message: 'Queue processing stop requested.', is_posting_active: false };
  });
}
