import { useEffect } from 'react';
import { whenPainted } from './whenPainted.ts';

/** `waiting`: data or images are on their way. `settled`: everything is in the document. `failed`: nothing will come. */
export type PageStage = 'waiting' | 'settled' | 'failed';

/**
 * Keeps the page-ready marker for whoever takes the picture: `body[data-page-ready]` is `true` once the post is painted,
 * `error` as soon as it is clear that it never will be, absent otherwise (spec section 2, Screenshot preview).
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
