import { getCreditOutlook, listCalendar, listCalendarPages, listNextPosts } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { inTimeZone } from '../credits/spending.service.ts';
import { callerLeaves } from '../http/callerLeaves.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { listPagesWithPostings } from './calendar.query.ts';
import { CALENDAR, checkRange, NEXT_POSTS } from './calendar.service.ts';
import { CREDIT_OUTLOOK } from './creditOutlook.ts';

export function mountCalendarRoutes(endpoints: EndpointRouter, { plans }: AppContext): void {
  endpoints.mount(listCalendarPages, async ({ db, user, query }) => {
    checkRange(query);
    const pages = await listPagesWithPostings(db, [user.id, query.from, query.until, query.assistant_id ?? null]);
    return { page_guids: pages.map(({ guid }) => guid) };
  });
  endpoints.mount(listCalendar, async ({ user, body, ctx }) => {
    checkRange(body);
    return plans.compute({ ownerId: user.id, leaving: callerLeaves(ctx) }, CALENDAR, user.id, body);
  });
  endpoints.mount(getCreditOutlook, ({ user, query: { time_zone }, ctx }) =>
    inTimeZone(time_zone, () =>
      plans.compute({ ownerId: user.id, leaving: callerLeaves(ctx) }, CREDIT_OUTLOOK, user.id, time_zone),
    ),
  );
  endpoints.mount(listNextPosts, ({ user, ctx }) =>
    plans.compute({ ownerId: user.id, leaving: callerLeaves(ctx) }, NEXT_POSTS, user.id),
  );
}
