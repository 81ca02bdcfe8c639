import { useState } from 'react';
import type { LogEntry } from '../log/logFormat.ts';
import { networkCallOf } from './networkCalls.ts';
import styles from './panel.module.css';

interface CallDetailProps {
  readonly entries: readonly LogEntry[];
  readonly entry: LogEntry;
  readonly position: number;
  onJump(position: number): void;
}

/** The network call behind the action, and its request id, which finds the call in the server's log. */
export function CallDetail({ entries, entry, position, onJump }: CallDetailProps) {
  const call = networkCallOf(entries, entry);
  if (!call) return null;
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
      {call.requestId && <RequestId key={call.requestId} id={call.requestId} />}
      {other !== null && (
        <button type="button" className={`u-control ${styles.callDetailButton}`} onClick={() => onJump(other)}>
          {other === call.askedAt ? 'Go to the request' : 'Go to the answer'}
        </button>
      )}
    </section>
  );
}

function RequestId({ id }: { readonly id: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <p className="u-flush u-wrap u-gap8">
      <code className="u-break">{id}</code>
      <button
        type="button"
        className={`u-control ${styles.callDetailButton}`}
        onClick={() => void navigator.clipboard.writeText(id).then(() => setIsCopied(true))}
      >
        {isCopied ? 'Copied' : 'Copy request id'}
      </button>
    </p>
  );
}
