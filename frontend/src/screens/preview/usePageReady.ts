import { useEffect } from 'react';
import { whenPainted } from './whenPainted.ts';

/** `waiting`: data or images are loading. `settled`: everything is in the document. `failed`: no post can be shown. */
export type PageStage = 'waiting' | 'settled' | 'failed';

/**
 * Sets `body[data-page-ready]` for the screenshot job: `true` when the post is painted, `error` when it failed, absent
 * otherwise (spec section 2, Screenshot preview).
 */
export function usePageReady(stage: PageStage): void {
  useEffect(() => {
    let outdated = false;
    if (stage === 'failed') document.body.dataset.pageReady = 'error';
    if (stage === 'settled') {
      whenPainted().then(() => {
        if (!outdated) document.body.dataset.pageReady = 'true';
      });
    }
    return () => {
      outdated = true;
      delete document.body.dataset.pageReady;
    };
  }, [stage]);
}
