import { type RefObject, useEffect, useState } from 'react';

/** One viewport height, so that content is loaded before it is scrolled into view. */
const ROOT_MARGIN = '100% 0px';

/**
 * True once the element has been near the viewport; it never becomes false again. There may be hundreds of expanded
 * assistants, and only those near the viewport load their flyers and forecasts.
 */
export function useWasNearViewport(element: RefObject<Element | null>): boolean {
  const [wasNear, setWasNear] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (wasNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasNear(true);
      },
      { rootMargin: ROOT_MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wasNear, element]);
  return wasNear;
}
