import { getCreditOutlook, listCalendar, listCalendarPages, listNextPosts } from '@flyerdeck/contracts';
import { inTimeZone } from '../credits/spending.service.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { listPagesWithPostings } from './calendar.query.ts';
import { checkRange, readCalendar, readNextPosts } from './calendar.service.ts';
import { readCreditOutlook } from './creditOutlook.ts';

export function mountCalendarRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(listCalendarPages, async ({ db, user, query }) => {
    checkRange(query);
    const pages = await listPagesWithPostings(db, [user.id, query.from, query.until, query.assistant_id ?? null]);
    return { page_guids: pages.map(({ guid }) => guid) };
  });
  endpoints.mount(listCalendar, async ({ db, user, body }) => {
    checkRange(body);
    return readCalendar(db, user.id, body);
  });
  endpoints.mount(getCreditOutlook, ({ db, user, query: { time_zone } }) =>
    inTimeZone(time_zone, () => readCreditOutlook(db, user.id, time_zone)),
  );
  endpoints.mount(listNextPosts, ({ db, user }) => readNextPosts(db, user.id));
}
