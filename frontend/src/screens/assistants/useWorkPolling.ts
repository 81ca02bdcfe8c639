import { useDocumentVisible } from '../../app/useDocumentVisible.ts';

const WORK_POLL_MS = 10_000;

/** How often to ask again about work that goes on by itself: not at all where nothing moves or nobody looks. */
export function useWorkPolling(isMoving: boolean): number {
  const isVisible = useDocumentVisible();
  return isMoving && isVisible ? WORK_POLL_MS : 0;
}
