import { getCreditOutlook, listCalendar } from '@flyerdeck/contracts';
import { inTimeZone } from '../../credits/spending.service.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { readCalendar, readCreditOutlook } from './calendar.service.ts';

export function mountCalendarRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(listCalendar, ({ db, user, query }) => readCalendar(db, user.id, query));
  endpoints.mount(getCreditOutlook, ({ db, user, query: { time_zone } }) =>
    inTimeZone(time_zone, () => readCreditOutlook(db, user.id, time_zone)),
  );
}
