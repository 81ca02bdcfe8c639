import type { AssistantStatus } from '@flyerdeck/contracts/assistants.values';
import type { Assistant } from '@flyerdeck/contracts/types';
import { useState } from 'react';
import { errorSentence } from '../../data/apiError.ts';

export const displayName = ({ name }: Pick<Assistant, 'name'>): string => name || '(Unnamed Assistant)';

/** Why Add to Queue is disabled, or null (spec sections 4 and 5). */
export function addToQueueObstacle({ status, posting_rules }: Assistant): string | null {
  if (status !== 'waiting') return 'Only assistants in waiting state can be added to queue.';
  const hasTarget = posting_rules.target_pages.length + posting_rules.target_tags.length > 0;
  return hasTarget ? null : 'Choose at least one target page or tag first.';
}

/** Whether it was in the queue before, itself or as a copy: Run again and Repeat are offered after that. */
export const hasRun = ({ status, repeat }: Assistant): boolean =>
  status !== 'waiting' || (repeat !== null && repeat.last_run !== null);

const PAUSABLE: readonly AssistantStatus[] = ['in_queue', 'pending', 'posting'];
export const canPause = ({ status, queueing }: Assistant): boolean => !queueing && PAUSABLE.includes(status);

const WITH_SCREENSHOTS: readonly AssistantStatus[] = ['completed', 'partially_completed', 'failed', 'posting'];
/** 'Process screenshots and notify bot' is offered for these (spec section 2, 'Assistants tab'). */
export const canProcessScreenshots = (status: AssistantStatus): boolean => WITH_SCREENSHOTS.includes(status);

/** A paused assistant may have posted before. */
export const mayHaveScreenshots = (status: AssistantStatus): boolean =>
  canProcessScreenshots(status) || status === 'paused';

const SETTLED: readonly AssistantStatus[] = ['waiting', 'completed', 'partially_completed', 'failed', 'archived'];
const WORK_POLL_MS = 10_000;
const PROGRESS_POLL_MS = 2_000;

/** Other statuses change on the server without user input, so they are polled while the window has the focus. */
export function pollingFor(assistants: readonly Assistant[]) {
  const isWorking = assistants.some(({ status }) => !SETTLED.includes(status));
  const isQueueing = assistants.some(({ queueing }) => queueing);
  return {
    pollingInterval: isQueueing ? PROGRESS_POLL_MS : isWorking ? WORK_POLL_MS : 0,
    skipPollingIfUnfocused: true,
  };
}

/** The spec's message (section 8), followed by the server's sentence if there is one. */
export function failureText(documented: string, error: unknown): string {
  const reason = errorSentence(error, '');
  if (!reason) return documented;
  return documented.endsWith('.') ? `${documented} ${reason}` : `${documented}: ${reason}`;
}

export function useAction() {
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly message?: string; readonly failure?: string }>({});
  const run = async (
    call: Promise<{ data?: { message?: string } | undefined; error?: unknown }>,
    documentedFailure: string,
  ) => {
    setOutcome({});
    setIsBusy(true);
    const { data, error } = await call;
    setIsBusy(false);
    setOutcome(error ? { failure: failureText(documentedFailure, error) } : { message: data?.message ?? '' });
  };
  return { isBusy, ...outcome, run };
}
