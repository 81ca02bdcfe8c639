import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface DecodedImageProps {
  /** URLs in order of preference; the last one is the default image. */
  sources: readonly (string | null | undefined)[];
  alt: string;
  className?: string | undefined;
  /** Called when an image is decoded, or when all sources failed. */
  onSettled: () => void;
}

/** An image that tries the next source when a source can not be decoded, and reports when it can be painted. */
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
