import FolderOutlined from '@ant-design/icons/FolderOutlined';
import styles from './ui.module.css';

interface FlyerImageProps {
  readonly fileId: string | null;
  readonly localUrl?: string | undefined;
  readonly isSmall?: boolean;
}

/** A flyer's image, or a folder icon without one. Its alt text is empty, because the text beside it describes it. */
export function FlyerImage({ fileId, localUrl, isSmall = false }: FlyerImageProps) {
  const className = `u-grid u-muted ${styles.image} ${isSmall ? styles.small : ''}`;
  const src = localUrl ?? (fileId && `/api/get_image/${fileId}?w=${isSmall ? 160 : 240}`);
  if (src) return <img className={className} src={src} alt="" loading="lazy" decoding="async" />;
  return (
    <span className={className}>
      <FolderOutlined aria-label="No picture" />
    </span>
  );
}
