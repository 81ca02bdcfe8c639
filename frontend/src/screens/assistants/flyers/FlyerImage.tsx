import FolderOutlined from '@ant-design/icons/FolderOutlined';
import styles from './FlyerImage.module.css';

interface FlyerImageProps {
  fileId: string | null;
  /** The picture as it lies on this machine, while the server does not have it. */
  localUrl?: string;
}

/** Twice the size it is shown at, for dense screens. */
const THUMBNAIL_WIDTH_PX = 240;

/** The text beside it says what the flyer is about, so the picture itself stays silent. */
export function FlyerImage({ fileId, localUrl }: FlyerImageProps) {
  const src = localUrl ?? (fileId && `/api/get_image/${fileId}?w=${THUMBNAIL_WIDTH_PX}`);
  if (src) return <img className={`u-grid u-muted ${styles.image}`} src={src} alt="" loading="lazy" decoding="async" />;
  return (
    <span className={`u-grid u-muted ${styles.image}`}>
      <FolderOutlined aria-label="No picture" />
    </span>
  );
}
