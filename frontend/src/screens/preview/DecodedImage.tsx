import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface DecodedImageProps {
  sources: readonly (string | null | undefined)[];
  alt: string;
  className?: string | undefined;
  onSettled: () => void;
}

/** An image that tries the next source when a source cannot be decoded, and reports when it can be painted. */
export function DecodedImage({ sources, alt, className, onSettled }: DecodedImageProps) {
  const candidates = sources.filter((source): source is string => Boolean(source));
  const lastAttempt = candidates.length - 1;
  const [attempt, setAttempt] = useState(0);
  const image = useRef<HTMLImageElement>(null);
  const settle = useEffectEvent(onSettled);

  useEffect(() => {
    let replaced = false;
    image.current?.decode().then(
      () => !replaced && settle(),
      () => {
        if (replaced) return;
        if (attempt < lastAttempt) setAttempt(attempt + 1);
        else settle();
      },
    );
    return () => {
      replaced = true;
    };
  }, [attempt, lastAttempt]);

  return <img ref={image} src={candidates[attempt]} alt={alt} className={className} />;
}

export const DEFAULT_AVATAR_URL = '/avatar.jpg';

const FLYER_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480" viewBox="0 0 640 480">
<rect width="640" height="480" fill="#eef2f5"/>
<g fill="none" stroke="#b3bfc9" stroke-width="10" stroke-linejoin="round" stroke-linecap="round">
<rect x="210" y="152" width="220" height="176" rx="18"/>
<circle cx="272" cy="210" r="18"/>
<path d="m214 302 60-56 46 42 44-50 62 64"/>
</g>
</svg>`;

/** Shown when a flyer has no image or it does not load. A data URL, so that it always loads. */
export const DEFAULT_FLYER_URL = `data:image/svg+xml,${encodeURIComponent(FLYER_SVG)}`;
