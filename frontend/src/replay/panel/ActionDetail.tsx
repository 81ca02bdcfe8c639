import { useMemo, useState } from 'react';
import type { ReplayedLog } from '../fold/ReplayedLog.ts';
import { type Change, stateDiff } from '../fold/stateDiff.ts';
import { actionLabel, networkCallOf } from '../log/actions.ts';
import type { LogEntry } from '../log/logFormat.ts';
import styles from './panel.module.css';

const MAX_CHANGES = 200;
const MAX_VALUE_LENGTH = 300;

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

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

interface CallDetailProps {
  readonly entries: readonly LogEntry[];
  readonly entry: LogEntry;
  readonly position: number;
  onJump(position: number): void;
}

export function CallDetail({ entries, entry, position, onJump }: CallDetailProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const call = networkCallOf(entries, entry);
  if (!call) return null;
  const copy = (id: string) => navigator.clipboard.writeText(id).then(() => setCopied(id));
  const other = position === call.answeredAt ? call.askedAt : call.answeredAt;
  return (
    <section aria-label="Network call" className="u-stack u-small u-gap8 u-below12">
      <p className="u-flush u-break">
        <code>
          {call.method} {call.path}
        </code>{' '}
        <strong className="u-tone" data-tone={call.status >= 200 && call.status < 400 ? 'success' : 'danger'}>
          {call.status === 0 ? 'no answer' : call.status}
        </strong>
      </p>
      {call.requestId && (
        <p className="u-flush u-wrap u-gap8">
          <code className="u-break">{call.requestId}</code>
          <button type="button" className="u-control" onClick={() => void copy(call.requestId ?? '')}>
            {copied === call.requestId ? 'Copied' : 'Copy request id'}
          </button>
        </p>
      )}
      {other !== null && (
        <button type="button" className="u-control" onClick={() => onJump(other)}>
          {other === call.askedAt ? 'Go to the request' : 'Go to the answer'}
        </button>
      )}
    </section>
  );
}
