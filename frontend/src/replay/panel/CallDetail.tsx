import { useState } from 'react';
import type { LogEntry } from '../log/logFormat.ts';
import { networkCallOf } from './networkCalls.ts';

interface CallDetailProps {
  readonly entries: readonly LogEntry[];
  readonly entry: LogEntry;
  readonly position: number;
  onJump(position: number): void;
}

/** The network call behind the action, and its request id, which finds the call in the server's log. */
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
