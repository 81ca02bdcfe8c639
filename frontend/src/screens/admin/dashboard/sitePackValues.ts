import type { SitePackStatus } from '@flyerdeck/contracts/types';
import { NO_SITE_PACK } from '@flyerdeck/contracts/values/sitePacks';
import { counted } from '../../../lib/numbers.ts';
import type { StatCardProps } from '../layout/StatCard.tsx';

/** The site pack of all pages, and how many pages a pack does not fit. */
export function sitePackValues(status: SitePackStatus): Pick<StatCardProps, 'value' | 'note'> {
  const { version, pages_count, missing_count } = status;
  const unfit = missing_count === 0 ? '' : `. A pack does not fit ${counted(missing_count, 'page')}`;
  if (version === null) return { value: 'None', note: `${NO_SITE_PACK}${unfit}` };
  return { value: `Version ${version}`, note: `Used by ${counted(pages_count, 'page')}${unfit}` };
}
