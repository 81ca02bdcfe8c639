import { useEffect } from 'react';

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/**
 * Resolves when the document is painted with its fonts: it waits for the fonts, then for two frames (the first callback
 * runs before the paint, the second after it). Painting may load another font (for a missing glyph), so this repeats
 * until no font is loading.
 */
export async function whenPainted(): Promise<void> {
  do {
    await document.fonts.ready;
    await nextFrame();
    await nextFrame();
  } while (document.fonts.status === 'loading');
}

/** `waiting`: data or images are loading. `settled`: everything is in the document. `failed`: no post can be shown. */
export type PageStage = 'waiting' | 'settled' | 'failed';

/**
 * Sets `body[data-page-ready]` for the screenshot job: `true` when the post is painted, `error` when it failed, absent
 * otherwise (spec section 2, Screenshot preview). `body[data-page-posting-id]` names the posting that this is about.
 */
export function usePageReady(stage: PageStage, pagePostingId = ''): void {
  useEffect(() => {
    const { dataset } = document.body;
    let outdated = false;
    const mark = (ready: 'true' | 'error') => {
      if (pagePostingId) dataset.pagePostingId = pagePostingId;
      dataset.pageReady = ready;
    };
    if (stage === 'failed') mark('error');
    if (stage === 'settled') {
      whenPainted().then(() => {
        if (!outdated) mark('true');
      });
    }
    return () => {
      outdated = true;
      delete dataset.pageReady;
      delete dataset.pagePostingId;
    };
  }, [stage, pagePostingId]);
}
