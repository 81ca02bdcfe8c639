import type { Moment } from '../log/logFormat.ts';

/** The panel's interface to the stage in its frame. */
export interface Stage {
  /** Shows the app at a moment. `remount` mounts the screens again, which resets their own state. */
  show(moment: Moment, options: { readonly remount: boolean }): void;
}

const READY = 'stageready';

/** Called in the frame. Passes the stage to the panel. */
export function provideStage(stage: Stage): void {
  window.frameElement?.dispatchEvent(new CustomEvent<Stage>(READY, { detail: stage }));
}

/** Called by the panel. Returns a function that removes the listener. */
export function whenReady(frame: HTMLIFrameElement, take: (stage: Stage) => void): () => void {
  const listener = (event: Event) => take((event as CustomEvent<Stage>).detail);
  frame.addEventListener(READY, listener);
  return () => frame.removeEventListener(READY, listener);
}
