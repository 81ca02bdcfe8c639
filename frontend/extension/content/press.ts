import type { Outcome } from '../shared/extensionStorage.ts';
import type { AnswerTo, OutcomeMessage, Recalled } from '../shared/messages.ts';
import type { PreparedPost } from '../sites/site.ts';
import { asProblem } from './onPage.ts';

/** The post of this document. After a reload it is gone, so that nothing can be pressed again. */
let kept: {
  readonly postingId: string;
  readonly prepared: PreparedPost;
  isPressed: boolean;
  outcome: Outcome | null;
} | null = null;

export function keepPrepared(postingId: string, prepared: PreparedPost): void {
  kept = { postingId, prepared, isPressed: false, outcome: null };
}

/** False: it never will, because this document does not have the post or the time is over. The result is a separate message. */
export function press(postingId: string, beforeMs: number): AnswerTo['press'] {
  if (kept?.postingId !== postingId) return { willPress: false };
  if (kept.isPressed) return { willPress: true };
  if (Date.now() > beforeMs) return { willPress: false };
  kept.isPressed = true;
  void pressAndTell(kept, beforeMs);
  return { willPress: true };
}

/** Otherwise a page after it may have the answer. */
export const isPressedHere = (postingId: string): boolean => kept?.postingId === postingId;

/** A post that was not pressed is given up, so that it never will be. */
export function recall(postingId: string): Recalled {
  if (kept?.postingId !== postingId) return { state: 'unknown' };
  if (!kept.isPressed) {
    kept = null;
    return { state: 'not_pressed' };
  }
  return kept.outcome ? { state: 'done', outcome: kept.outcome } : { state: 'pressing' };
}

async function pressAndTell(mine: NonNullable<typeof kept>, beforeMs: number): Promise<void> {
  try {
    mine.outcome = await mine.prepared.press(beforeMs);
  } catch (error) {
    mine.outcome = { kind: 'not_pressed', problem: asProblem(error) };
  }
  const message: OutcomeMessage = { kind: 'outcome', postingId: mine.postingId, outcome: mine.outcome };
  // Starts the worker if it does not run. If the message is lost, the worker asks for the result when it starts.
  await chrome.runtime.sendMessage(message).catch(() => undefined);
}
