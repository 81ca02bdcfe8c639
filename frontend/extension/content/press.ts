import type { AnswerTo, Outcome, OutcomeMessage, Recalled } from '../shared/messages.ts';
import type { PreparedPost } from '../sites/site.ts';
import { asProblem } from './asProblem.ts';

/** This document's one post. A document that is gone has forgotten it, and then nobody presses again. */
let kept: {
  readonly postingId: string;
  readonly prepared: PreparedPost;
  isPressed: boolean;
  outcome: Outcome | null;
} | null = null;

export function keepPrepared(postingId: string, prepared: PreparedPost): void {
  kept = { postingId, prepared, isPressed: false, outcome: null };
}

/** Presses the button, once. Answers at once whether it will; what came of it is told in a message of its own. */
export function press(postingId: string): AnswerTo['press'] {
  if (kept?.postingId !== postingId || kept.isPressed) return { isHeard: false };
  kept.isPressed = true;
  void pressAndTell(kept);
  return { isHeard: true };
}

/** For a worker that died meanwhile. */
export function recall(postingId: string): Recalled {
  if (kept?.postingId !== postingId || !kept.isPressed) return { state: 'unheard' };
  return kept.outcome ? { state: 'done', outcome: kept.outcome } : { state: 'pressing' };
}

async function pressAndTell(mine: NonNullable<typeof kept>): Promise<void> {
  try {
    mine.outcome = await mine.prepared.press();
  } catch (error) {
    mine.outcome = { kind: 'not_pressed', problem: asProblem(error) };
  }
  const message: OutcomeMessage = { kind: 'outcome', postingId: mine.postingId, outcome: mine.outcome };
  // Wakes the worker if it sleeps; where nobody hears it, the worker asks for it when it is back.
  await chrome.runtime.sendMessage(message).catch(() => undefined);
}
