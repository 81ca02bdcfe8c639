import type { PageLimits } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { unprocessable } from '../http/errors.ts';
import { isTimeZone } from '../http/timeZone.ts';
import { type PageRow, setLimits } from './pages.query.ts';
import { lockPagesOf, type OwnPages } from './pages.service.ts';

/** invalid_parameter_value */
const UNKNOWN_TO_POSTGRES = '22023';

const unknownZone = (zone: string) =>
  unprocessable('page.unknown_time_zone', `'${zone}' is not the name of a time zone. Choose one like Europe/Berlin.`);

/** Postgres would understand other names, such as 'EST' or '+02:00', as something else. The table has the same condition. */
const IANA_NAME = /^(UTC|[A-Za-z_]+\/[A-Za-z0-9_+/-]+)$/;

/**
 * Replaces the limits of all of the pages, or of none if one of them is not the owner's. Claims obey them from now on.
 * Throws 404 page.not_found, 422 page.empty_hours and page.unknown_time_zone.
 */
export async function setLimitsOf(db: Db, pages: OwnPages, limits: PageLimits | null): Promise<PageRow[]> {
  const hours = limits?.hours;
  if (hours && hours.from === hours.until) {
    throw unprocessable('page.empty_hours', 'The posting hours must not begin and end at the same time.');
  }
  if (hours && !(IANA_NAME.test(hours.time_zone) && isTimeZone(hours.time_zone))) throw unknownZone(hours.time_zone);
  const locked = await lockPagesOf(db, pages);
  try {
    return await setLimits(db, [locked.map(({ guid }) => guid), limits && JSON.stringify(limits)]);
  } catch (error) {
    if (hours && (error as { code?: unknown }).code === UNKNOWN_TO_POSTGRES) throw unknownZone(hours.time_zone);
    throw error;
  }
}
