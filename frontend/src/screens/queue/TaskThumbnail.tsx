import FolderOutlined from '@ant-design/icons/FolderOutlined';
import styles from './TaskThumbnail.module.css';

interface TaskThumbnailProps {
  fileId: string | null;
}

/** Twice the size it is shown at, for dense screens. */
const THUMBNAIL_WIDTH_PX = 160;

/** The text beside it says what the flyer is about, so the picture itself stays silent. */
export function TaskThumbnail({ fileId }: TaskThumbnailProps) {
  if (!fileId) {
    return (
      <span className={`u-grid u-muted ${styles.frame}`}>
        <FolderOutlined aria-label="No picture" />
      </span>
    );
  }
  return (
    <img
      className={`u-grid u-muted ${styles.frame}`}
      src={`/api/get_image/${fileId}?w=${THUMBNAIL_WIDTH_PX}`}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      decoding="async"
    />
  );
}
