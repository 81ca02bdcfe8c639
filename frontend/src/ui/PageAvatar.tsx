import { useState } from 'react';

const FALLBACK = '/avatar.jpg';

/** Not lazy, because only cards near the window are in the document. */
export function PageAvatar({ url, sizePx }: { readonly url: string | null; readonly sizePx: number }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const src = url && url !== failedUrl ? url : FALLBACK;
  return (
    <img
      style={{ flex: 'none', borderRadius: '50%', background: 'var(--fd-hover)', objectFit: 'cover' }}
      src={src}
      alt=""
      width={sizePx}
      height={sizePx}
      referrerPolicy="no-referrer"
      onError={() => setFailedUrl(url)}
    />
  );
}
