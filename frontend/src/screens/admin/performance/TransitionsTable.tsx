import { formatDuration } from '../../../lib/formatDuration.ts';
import { formatNumber } from '../../../lib/formatTotal.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { SPEED_TONES, speedLabel } from './speed.ts';
import styles from './TransitionsTable.module.css';
import type { TransitionRow } from './transitionRows.ts';

/** How long each step between two states takes, and whether that is good. */
export function TransitionsTable({ rows }: { readonly rows: readonly TransitionRow[] }) {
  return (
    // Scrolls sideways on a phone, by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard.
    <section className={styles.frame} aria-label="Transitions table" tabIndex={0}>
      <table className={styles.table} aria-label="Status Transition Performance">
        <thead>
          <tr>
            <th scope="col">Transition</th>
            <th scope="col">Count</th>
            <th scope="col">Average</th>
            <th scope="col">Min</th>
            <th scope="col">Max</th>
            <th scope="col">Performance</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, count, avg_ms, min_ms, max_ms }) => {
            const label = speedLabel(avg_ms);
            return (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>{formatNumber(count)}</td>
                <td>{formatDuration(avg_ms)}</td>
                <td>{formatDuration(min_ms)}</td>
                <td>{formatDuration(max_ms)}</td>
                <td>
                  <StatusChip tone={SPEED_TONES[label]}>{label}</StatusChip>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
