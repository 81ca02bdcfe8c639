import { type RefObject, useEffect, useState } from 'react';

/** One viewport height, so that content is loaded before it is scrolled into view. */
const ROOT_MARGIN = '100% 0px';

/**
 * True once the element has been near the viewport; it never becomes false again. There may be hundreds of expanded
 * assistants, and only those near the viewport load their flyers and forecasts.
 */
export function useCameNear(element: RefObject<Element | null>): boolean {
  const [cameNear, setCameNear] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (cameNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setCameNear(true);
      },
      { rootMargin: ROOT_MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [cameNear, element]);
  return cameNear;
}
