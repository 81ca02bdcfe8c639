import { WAIT_REASON_SENTENCES, type WaitReason } from '@flyerdeck/contracts/values/queue';
import { formatDateTime } from './formatDate.ts';

/** Why a posting waits. `until`: when the page may post. */
export const waitSentence = (reason: WaitReason, until: string | null): string => {
  if (!until) return WAIT_REASON_SENTENCES[reason];
  const time = formatDateTime(until);
  if (reason === 'page_limit') return `The page's posting limits allow its next post on ${time}.`;
  if (reason === 'not_due') return `${WAIT_REASON_SENTENCES[reason]} The page posts next on ${time}.`;
  return `${WAIT_REASON_SENTENCES[reason]} It goes on by itself on ${time}.`;
};
