import { type AttentionKind, MAX_ATTENTION_FAILED } from '@flyerdeck/contracts/attention.values';
import { counted, formatNumber } from '../../../lib/numbers.ts';

interface AttentionWords {
  readonly tone: 'danger' | 'warning';
  readonly short: string;
  readonly title: (count: number) => string;
  readonly hint: string;
}

export const ATTENTION_WORDS: Readonly<Record<AttentionKind, AttentionWords>> = {
  failed: {
    tone: 'danger',
    short: 'failed',
    title: (count) => counted(count, 'failed post'),
    hint: 'A retry puts them back in the queue.',
  },
  partly_posted: {
    tone: 'warning',
    short: 'partly posted',
    title: (count) => `${counted(count, 'flyer')} partly posted`,
    hint: 'A retry posts them on the pages where they failed.',
  },
  unconfirmed: {
    tone: 'danger',
    short: 'in doubt',
    title: (count) => `${counted(count, 'post')} in doubt`,
    hint: 'They may be live already. Look at each page first.',
  },
  offline: {
    tone: 'warning',
    short: 'offline with posts to make',
    title: (count) => `${counted(count, 'page')} offline with posts to make`,
    hint: 'Open their browsers.',
  },
  logged_out: {
    tone: 'warning',
    short: 'logged out',
    title: (count) => `${counted(count, 'page')} logged out`,
    hint: 'Log in again in their browsers.',
  },
  site_changed: {
    tone: 'warning',
    short: 'site changed',
    title: (count) => `${counted(count, 'page')} whose site has changed`,
    hint: 'They wait for a site pack that fits. Their cards say what is missing.',
  },
  out_of_credits: {
    tone: 'warning',
    short: 'out of credits',
    title: (count) => `${counted(count, 'assistant')} out of credits`,
    hint: 'Add credits, then resume them.',
  },
  repeat_stopped: {
    tone: 'warning',
    short: 'repeat stopped',
    title: (count) => `${counted(count, 'repeat')} stopped`,
    hint: 'The latest run was not added to the queue.',
  },
};

/** '12 failed', or '10,000+ failed' if not all are counted. */
export function attentionLabel(kind: AttentionKind, count: number): string {
  const number = `${formatNumber(count)}${count >= MAX_ATTENTION_FAILED ? '+' : ''}`;
  return kind === 'repeat_stopped' && count > 1
    ? `${number} repeats stopped`
    : `${number} ${ATTENTION_WORDS[kind].short}`;
}
