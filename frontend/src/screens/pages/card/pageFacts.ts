import type { Page } from '@flyerdeck/contracts/types';
import { formatDateTime } from '../../../lib/formatDate.ts';

/** What a page has paid, and where its browser is. An empty text when there is nothing to say. */
export const pageFacts = ({ is_paid, paid_until, credits_charged, runner }: Page) =>
  [
    ['Paid until', is_paid && paid_until ? formatDateTime(paid_until) : ''],
    ['Last charge', credits_charged > 0 ? `${credits_charged} credits` : ''],
    ['Runner', runner && runner.state !== 'ended' ? `${runner.host_name}, ${runner.state}` : ''],
  ] as const;
