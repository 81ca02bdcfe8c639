import styles from './plan.module.css';

/** The small image of a flyer, or nothing without one. */
export const FlyerThumb = ({ fileId }: { readonly fileId: string | null | undefined }) =>
  fileId ? (
    <img className={styles.thumb} src={`/api/get_image/${fileId}?w=80`} alt="" loading="lazy" decoding="async" />
  ) : null;
