import type { Moment } from '../log/logFormat.ts';

/** The stage, for the panel around its frame. */
export interface Stage {
  /** Shows the app at a moment; `anew` forgets what the screens remember of an earlier one. */
  show(moment: Moment, options: { readonly anew: boolean }): void;
}

const READY = 'stageready';

/** Called in the frame: hands the stage to the panel outside. */
export function handOver(stage: Stage): void {
  window.frameElement?.dispatchEvent(new CustomEvent<Stage>(READY, { detail: stage }));
}

/** Called by the panel, on the frame; the answer stops waiting. */
export function whenReady(frame: HTMLIFrameElement, take: (stage: Stage) => void): () => void {
  const listener = (event: Event) => take((event as CustomEvent<Stage>).detail);
  frame.addEventListener(READY, listener);
  return () => frame.removeEventListener(READY, listener);
}
