import type { Moment } from '../log/logFormat.ts';

export interface Stage {
  /** Shows the app at a moment. `remount` mounts the screens again, which resets their own state. */
  show(moment: Moment, options: { readonly remount: boolean }): void;
}

const READY = 'stageready';

export function provideStage(stage: Stage): void {
  window.frameElement?.dispatchEvent(new CustomEvent<Stage>(READY, { detail: stage }));
}

export function whenReady(frame: HTMLIFrameElement, take: (stage: Stage) => void): () => void {
  const listener = (event: Event) => take((event as CustomEvent<Stage>).detail);
  frame.addEventListener(READY, listener);
  return () => frame.removeEventListener(READY, listener);
}
