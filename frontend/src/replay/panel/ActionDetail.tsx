import { useMemo } from 'react';
import type { ReplayedLog } from '../fold/ReplayedLog.ts';
import { type Change, stateDiff } from '../fold/stateDiff.ts';
import { actionLabel } from '../log/actionLabel.ts';
import { CallDetail } from './CallDetail.tsx';
import styles from './panel.module.css';

const MAX_CHANGES = 200;
const MAX_VALUE_LENGTH = 300;

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

/** The changes of an action: the state by path, the address and the clock. */
function changesAt(replayed: ReplayedLog, position: number): Change[] {
  if (position === 0) return [];
  const before = replayed.momentAt(position - 1);
  const after = replayed.momentAt(position);
  const changes = stateDiff(before.state, after.state);
  if (before.address !== after.address)
    changes.unshift({ where: 'address', before: before.address, after: after.address });
  if (before.nowMs !== after.nowMs)
    changes.unshift({
      where: 'clock',
      before: new Date(before.nowMs).toISOString(),
      after: new Date(after.nowMs).toISOString(),
    });
  return changes;
}

interface ActionDetailProps {
  readonly replayed: ReplayedLog;
  readonly position: number;
  onJump(position: number): void;
}

/** The action that led to this moment, and what it changed. */
export function ActionDetail({ replayed, position, onJump }: ActionDetailProps) {
  const changes = useMemo(() => changesAt(replayed, position), [replayed, position]);
  const entry = replayed.entryAt(position);
  if (!entry) return <p className={`u-muted u-flush ${styles.detail}`}>The start of the log.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={styles.detail} aria-label="This action" tabIndex={0}>
      <h2 className="u-break u-below8 u-size14">{actionLabel(entry)}</h2>
      <CallDetail {...{ entry, position, onJump }} entries={replayed.log.entries} />
      <details>
        <summary>Action</summary>
        <pre className={`u-small u-break ${styles.json}`}>{JSON.stringify(entry.action, null, 2)}</pre>
      </details>
      <h3 className={`u-muted u-fine u-medium ${styles.subheading}`}>
        {changes.length === 0 ? 'Changed nothing' : `Changed (${changes.length.toLocaleString('en-US')})`}
      </h3>
      <ul className={`u-list u-stack u-small u-gap8 ${styles.changes}`} aria-label="Changes">
        {changes.slice(0, MAX_CHANGES).map(({ where, before, after }) => (
          <li key={where} className="u-stack u-shrink">
            <code className="u-break">{where}</code>
            {before !== undefined && (
              <del className={`u-tone u-break ${styles.value}`} data-tone="danger">
                {short(before)}
              </del>
            )}
            {after !== undefined && (
              <ins className={`u-tone u-break ${styles.value}`} data-tone="success">
                {short(after)}
              </ins>
            )}
          </li>
        ))}
      </ul>
      {changes.length > MAX_CHANGES && <p className="u-muted">The first {MAX_CHANGES} are shown.</p>}
    </section>
  );
}
