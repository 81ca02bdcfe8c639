import { useState } from 'react';
import styles from './PageCard.module.css';

const FALLBACK = '/avatar.jpg';

/** A page's picture; the fallback also where its address is dead. */
export function PageAvatar({ url }: { readonly url: string | null }) {
  const [deadUrl, setDeadUrl] = useState<string | null>(null);
  const src = url && url !== deadUrl ? url : FALLBACK;
  return (
    <img
      className={styles.avatar}
      src={src}
      alt=""
      width={48}
      height={48}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setDeadUrl(url)}
    />
  );
}
