import { type RefObject, useLayoutEffect, useState } from 'react';

/** The distance of an element from the top of the document in px, also after what is above the element has changed. */
export function useDocumentTop(element: RefObject<HTMLElement | null>): number {
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (box) setTopPx(Math.round(box.top + window.scrollY));
    };
    measure();
    // The document changes its height when anything in it does.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return topPx;
}
