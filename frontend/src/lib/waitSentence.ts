import { WAIT_REASON_SENTENCES, type WaitReason } from '@flyerdeck/contracts/statuses';
import { formatDateTime } from './formatDate.ts';

/** Why a posting waits. `until`: when the page's limits allow its next post. */
export const waitSentence = (reason: WaitReason, until: string | null): string =>
  reason === 'page_limit' && until
    ? `The page's posting limits allow its next post on ${formatDateTime(until)}.`
    : WAIT_REASON_SENTENCES[reason];
