import type { Page } from '@flyerdeck/contracts/types';
import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts/values/credits';
import { formatDateTime } from '../../../lib/formatDate.ts';

/** What a page has paid, and where its browser is. An empty text when there is nothing to say. */
export const pageFacts = ({ is_paid, paid_until, credits_charged, runner }: Page) =>
  [
    ['Paid until', is_paid && paid_until ? formatDateTime(paid_until) : ''],
    ['Last charge', credits_charged > 0 ? `${credits_charged} credits` : ''],
    ['Runner', runner && runner.state !== 'ended' ? `${runner.host_name}, ${runner.state}` : ''],
  ] as const;

interface PageState {
  readonly tone: 'success' | 'warning' | 'neutral';
  readonly title: string;
  readonly label: string;
}

/** Whether a page polls, and whether it is paid. */
export const pageStates = ({ is_active, is_paid }: Page): readonly PageState[] => [
  is_active
    ? { tone: 'success', title: 'Page recently polled', label: 'Active' }
    : { tone: 'neutral', title: 'Page has not polled recently', label: 'Inactive' },
  is_paid
    ? { tone: 'success', title: '', label: 'Paid' }
    : {
        tone: 'warning',
        title: `Not paid - ${PAGE_DAY_CREDITS} credits will be charged on first post`,
        label: 'Unpaid',
      },
];
