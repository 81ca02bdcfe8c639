import { type RefObject, useEffect, useState } from 'react';

/** The height in px with which an element ends `belowPx` above the window's lower edge, at least `minPx`. */
export function useAvailableHeight(element: RefObject<HTMLElement | null>, belowPx: number, minPx: number): number {
  const [heightPx, setHeightPx] = useState(minPx);
  useEffect(() => {
    const measure = () => {
      if (!element.current) return;
      const topPx = element.current.getBoundingClientRect().top + window.scrollY;
      setHeightPx(Math.max(minPx, Math.floor(window.innerHeight - topPx - belowPx)));
    };
    measure();
    // Content above may change its height: an alert, a toolbar that wraps.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [element, belowPx, minPx]);
  return heightPx;
}
