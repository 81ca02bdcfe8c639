import type { Page } from '@flyerdeck/contracts/types';
import { formatDateTime } from '../../../lib/formatDate.ts';

/** What a page has paid. An empty text when there is nothing to say. */
export const pageFacts = ({ is_paid, paid_until, credits_charged }: Page) =>
  [
    ['Paid until', is_paid && paid_until ? formatDateTime(paid_until) : ''],
    ['Last charge', credits_charged > 0 ? `${credits_charged} credits` : ''],
  ] as const;
