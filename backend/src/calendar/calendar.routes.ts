import { listCalendar, listCalendarPages } from '@flyerdeck/contracts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { listPagesWithPostings } from './calendar.query.ts';
import { checkRange, readCalendar } from './calendar.service.ts';

export function mountCalendarRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(listCalendarPages, async ({ db, user, query }) => {
    checkRange(query);
    const pages = await listPagesWithPostings(db, [user.id, query.from, query.until, query.assistant_id ?? null]);
    return { page_guids: pages.map(({ guid }) => guid) };
  });
  endpoints.mount(listCalendar, ({ db, user, body }) => readCalendar(db, user.id, body));
}
