import { WAIT_REASON_SENTENCES, type WaitReason } from '@flyerdeck/contracts/statuses';
import { formatDateTime } from './formatDate.ts';

/** Why a posting waits. `until`: when the page's limits or the creator site allow its next post. */
export const waitSentence = (reason: WaitReason, until: string | null): string => {
  if (!until) return WAIT_REASON_SENTENCES[reason];
  const time = formatDateTime(until);
  return reason === 'page_limit'
    ? `The page's posting limits allow its next post on ${time}.`
    : `${WAIT_REASON_SENTENCES[reason]} It goes on by itself on ${time}.`;
};
