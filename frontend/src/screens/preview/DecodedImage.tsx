import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface DecodedImageProps {
  /** Addresses in order of preference; the last is the default that is always there. */
  sources: readonly (string | null | undefined)[];
  alt: string;
  className?: string | undefined;
  /** Called once the image can be painted, be it the default; or when even the default failed. */
  onSettled: () => void;
}

/** An image that gives way to its next source when it cannot be decoded, and says when it is ready to be painted. */
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
