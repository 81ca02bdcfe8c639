import styles from './plan.module.css';

const LEGEND = [
  ['posted', 'Posted'],
  ['planned', 'Planned'],
  ['failed', 'Some failed'],
] as const;

/** What the colours of the calendar mean. */
export const PlanLegend = () => (
  <ul className={`u-list u-row u-muted u-small ${styles.legend}`} aria-label="Legend">
    {LEGEND.map(([state, label]) => (
      <li key={state} className="u-line u-gap6">
        <span className={styles.swatch} data-state={state} aria-hidden />
        {label}
      </li>
    ))}
    <li>2+3 ×1: posted + planned, failed</li>
  </ul>
);
