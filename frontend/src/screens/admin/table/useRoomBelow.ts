import { type RefObject, useEffect, useState } from 'react';

/** The height in px with which an element ends `belowPx` above the window's lower edge, at least `leastPx`. */
export function useRoomBelow(element: RefObject<HTMLElement | null>, belowPx: number, leastPx: number): number {
  const [roomPx, setRoomPx] = useState(leastPx);
  useEffect(() => {
    const measure = () => {
      if (!element.current) return;
      const topPx = element.current.getBoundingClientRect().top + window.scrollY;
      setRoomPx(Math.max(leastPx, Math.floor(window.innerHeight - topPx - belowPx)));
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
  }, [element, belowPx, leastPx]);
  return roomPx;
}
