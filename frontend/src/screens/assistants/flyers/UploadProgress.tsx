import fields from '../../../ui/fields.module.css';
import styles from './UploadProgress.module.css';

interface UploadProgressProps {
  percent: number;
  /** Of the flyer, counted from 1. */
  place: number;
}

/** All of the file has left when the server still looks at it, so 100 % is not yet the end. */
export function UploadProgress({ percent, place }: UploadProgressProps) {
  return (
    <span className={`${fields.hint} ${styles.line}`}>
      <progress className={styles.bar} max={100} value={percent} aria-label={`Upload of flyer ${place}`} />
      {percent < 100 ? `Uploading... ${percent}%` : 'Finishing...'}
    </span>
  );
}
