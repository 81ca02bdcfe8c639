import type { SitePackStatus } from '@flyerdeck/contracts/types';
import { counted } from '../../../lib/counted.ts';
import type { StatCardProps } from '../layout/StatCard.tsx';

const STAGES = {
  canary: 'pages of three owners try it',
  few: 'pages of ten owners try it',
  withdrawn: 'withdrawn',
} as const;

/** The site pack that is published to all pages, and the newer one that is not. */
export function sitePackValues({
  version,
  pages_count,
  latest,
}: SitePackStatus): Pick<StatCardProps, 'value' | 'note'> {
  const notes = [`Used by ${counted(pages_count, 'page')}`];
  if (latest && latest.version > version && latest.stage !== 'all') {
    const reason = latest.withdrawn_reason === null ? '' : `: ${latest.withdrawn_reason}`;
    notes.push(`Version ${latest.version}: ${STAGES[latest.stage]}${reason}`);
  }
  return { value: `Version ${version}`, note: notes.join('. ') };
}
