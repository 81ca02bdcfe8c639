import { formatDuration } from '../../../lib/formatDuration.ts';
import { type Pace, paceOf, type Thresholds } from './speed.ts';
import styles from './TimeCard.module.css';

interface TimeCardProps {
  readonly title: string;
  readonly range: { readonly avg_ms: number; readonly min_ms: number; readonly max_ms: number };
  readonly thresholds: Thresholds;
}

/** The colour in words, for who does not see it. */
const PACE_WORDS: Readonly<Record<Pace, string>> = { fast: 'Fast', medium: 'Medium', slow: 'Slow' };

/** An average with its range, coloured by how slow it is. */
export function TimeCard({ title, range, thresholds }: TimeCardProps) {
  const pace = paceOf(range.avg_ms, thresholds);
  return (
    <section className={styles.card} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.figure} data-pace={pace}>
        {formatDuration(range.avg_ms)}
        <span className={styles.pace}>{PACE_WORDS[pace]}</span>
      </p>
      <p className={styles.note}>
        {formatDuration(range.min_ms)} - {formatDuration(range.max_ms)}
      </p>
    </section>
  );
}

interface CountCardProps {
  readonly title: string;
  readonly count: string;
  readonly note: string;
}

export function CountCard({ title, count, note }: CountCardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.figure}>{count}</p>
      <p className={styles.note}>{note}</p>
    </section>
  );
}
