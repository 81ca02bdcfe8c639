import { type RefObject, useEffect, useState } from 'react';

const BELOW_PX = 24;

/**
 * How high an element may be to end with the window, at least `leastPx`: a table of this height scrolls inside itself
 * and its pager stays where it is.
 */
export function useRoomBelow(element: RefObject<HTMLElement | null>, leastPx: number): number {
  const [roomPx, setRoomPx] = useState(leastPx);
  useEffect(() => {
    const measure = () => {
      if (!element.current) return;
      const topPx = element.current.getBoundingClientRect().top + window.scrollY;
      setRoomPx(Math.max(leastPx, Math.floor(window.innerHeight - topPx - BELOW_PX)));
    };
    measure();
    // What stands above may grow: an alert, a toolbar that wraps.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [element, leastPx]);
  return roomPx;
}
