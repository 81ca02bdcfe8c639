import type { AssistantStatus } from '@flyerdeck/contracts/statuses';
import type { Assistant, PostingRules } from '@flyerdeck/contracts/types';

export const displayName = ({ name }: Pick<Assistant, 'name'>): string => name || '(Unnamed Assistant)';

const hasTarget = ({ target_pages, target_tags }: PostingRules): boolean =>
  target_pages.length + target_tags.length > 0;

const NOT_WAITING = 'Only assistants in waiting state can be added to queue.';
const NO_TARGET = 'Choose at least one target page or tag first.';

/** Why Add to Queue is disabled, or null (spec sections 4 and 5). */
export function addToQueueObstacle({
  status,
  posting_rules,
}: Pick<Assistant, 'status' | 'posting_rules'>): string | null {
  if (status !== 'waiting') return NOT_WAITING;
  return hasTarget(posting_rules) ? null : NO_TARGET;
}

const PAUSABLE: readonly AssistantStatus[] = ['in_queue', 'pending', 'posting'];
export const canPause = (status: AssistantStatus): boolean => PAUSABLE.includes(status);

const SETTLED: readonly AssistantStatus[] = ['waiting', 'completed', 'partially_completed', 'failed', 'archived'];
/** The server moves it along by itself, so what was read of it grows old. */
export const isRunning = ({ status }: Pick<Assistant, 'status'>): boolean => !SETTLED.includes(status);

const WITH_SCREENSHOTS: readonly AssistantStatus[] = ['completed', 'partially_completed', 'failed', 'posting'];
/** 'Process screenshots and notify bot' is offered for these (spec section 2, 'Assistants tab'). */
export const canProcessScreenshots = (status: AssistantStatus): boolean => WITH_SCREENSHOTS.includes(status);
