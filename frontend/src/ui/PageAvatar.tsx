import { useState } from 'react';
import styles from './ui.module.css';

const FALLBACK = '/avatar.jpg';

interface PageAvatarProps {
  readonly url: string | null;
  readonly sizePx: number;
}

/** Not lazy, because only cards near the window are in the document. */
export function PageAvatar({ url, sizePx }: PageAvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const src = url && url !== failedUrl ? url : FALLBACK;
  return (
    <img
      className={styles.avatar}
      src={src}
      alt=""
      width={sizePx}
      height={sizePx}
      referrerPolicy="no-referrer"
      onError={() => setFailedUrl(url)}
    />
  );
}
