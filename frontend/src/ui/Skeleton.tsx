import styles from './ui.module.css';

interface SkeletonProps {
  readonly label: string;
  readonly rows?: number;
  readonly rowHeightPx?: number;
}

export function Skeleton({ label, rows = 3, rowHeightPx = 72 }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className="u-grid u-gap12">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <div key={key} className={styles.skeletonRow} style={{ height: rowHeightPx }} />
      ))}
    </div>
  );
}
