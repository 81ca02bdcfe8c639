import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cls, on } from './boot.ts';

/**
 * With `draws-when-visible`, its content appears when it is in view and two frames have been drawn. A hidden tab draws
 * no frames.
 */
export function WhenDrawn({ children }: { children: ReactNode }) {
  const [isDrawn, setDrawn] = useState(() => !on('draws-when-visible'));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isDrawn || !place.current) return;
    let frame = 0;
    let isInView = false;
    const draw = () => {
      cancelAnimationFrame(frame);
      if (!isInView || document.visibilityState !== 'visible') return;
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => setDrawn(document.visibilityState === 'visible'));
      });
    };
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? false;
      draw();
    });
    observer.observe(place.current);
    document.addEventListener('visibilitychange', draw);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      document.removeEventListener('visibilitychange', draw);
    };
  }, [isDrawn]);
  return isDrawn ? children : <div ref={place} className={cls('skeleton')} aria-busy="true" />;
}
