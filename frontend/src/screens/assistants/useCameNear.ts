import { type RefObject, useEffect, useState } from 'react';

/** A screen's height ahead, so that nobody who scrolls sees it happen. */
const AHEAD = '100% 0px';

/**
 * True from the moment the element first came near the screen, and for good: hundreds of assistants may wait at once,
 * all of them open, and only those that a person gets to see ask for their flyers and forecasts.
 */
export function useCameNear(element: RefObject<Element | null>): boolean {
  const [cameNear, setCameNear] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (cameNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setCameNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [cameNear, element]);
  return cameNear;
}
