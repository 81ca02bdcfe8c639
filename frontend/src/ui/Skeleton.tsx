import styles from './ui.module.css';

interface SkeletonProps {
  readonly label: string;
  readonly rows?: number;
  readonly rowHeightPx?: number;
}

export function Skeleton({ label, rows = 3, rowHeightPx = 72 }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className="u-grid u-gap12">
      {[...Array(rows).keys()].map((row) => (
        <div key={row} className={styles.skeletonRow} style={{ height: rowHeightPx }} />
      ))}
    </div>
  );
}
