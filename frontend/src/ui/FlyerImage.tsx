import FolderOutlined from '@ant-design/icons/FolderOutlined';
import styles from './FlyerImage.module.css';

interface FlyerImageProps {
  readonly fileId: string | null;
  /** The picture on this machine, while the server does not have it. */
  readonly localUrl?: string | undefined;
  readonly isSmall?: boolean;
}

/** A flyer's picture, or a folder where there is none. The text beside it describes the flyer, so it has no name. */
export function FlyerImage({ fileId, localUrl, isSmall = false }: FlyerImageProps) {
  const className = `u-grid u-muted ${styles.image} ${isSmall ? styles.small : ''}`;
  // At least twice the size it is shown at, for dense screens.
  const src = localUrl ?? (fileId && `/api/get_image/${fileId}?w=${isSmall ? 160 : 240}`);
  if (src) return <img className={className} src={src} alt="" loading="lazy" decoding="async" />;
  return (
    <span className={className}>
      <FolderOutlined aria-label="No picture" />
    </span>
  );
}
