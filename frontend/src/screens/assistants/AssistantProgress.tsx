import type { Assistant } from '@flyerdeck/contracts/types';
import { useState } from 'react';
import { useAppSelector } from '../../app/hooks.ts';
import { selectPickerPages } from '../../data/pages/pagesSlice.ts';
import { useListCalendarQuery } from '../../data/queue/queueApi.ts';
import { formatTime } from '../../lib/formatDate.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { canPause } from './assistantRules.ts';
import styles from './assistants.module.css';

/** What has become of the postings of a queued assistant, and what goes out next. */
export function AssistantProgress({ assistant }: { readonly assistant: Assistant }) {
  const { posted, to_go, failed, in_doubt } = assistant.progress;
  const parts = [
    ['posted', posted, 'success'],
    ['failed', failed, 'danger'],
    ['in doubt', in_doubt, 'warning'],
    ['to go', to_go, 'neutral'],
  ] as const;
  const shown = parts.filter(([, count]) => count > 0);
  if (shown.length === 0) return null;
  const text = shown.map(([word, count]) => `${formatNumber(count)} ${word}`).join(', ');
  return (
    <section aria-label="Progress" className="u-grid u-gap6 u-below16">
      <div role="img" aria-label={text} className={`u-line ${styles.progress}`}>
        {shown.map(([word, count, tone]) => (
          <span key={word} data-tone={tone} style={{ flexGrow: count }} />
        ))}
      </div>
      <p className="u-row u-fine u-tabular u-flush" style={{ gap: '0 16px' }}>
        <span className="u-strong">{text}</span>
        {canPause(assistant) && to_go > 0 && <NextPost assistantId={assistant._id} />}
      </p>
    </section>
  );
}

/** Each answer has the next hour, whatever its time range is. */
const RANGE_MS = 60_000;
const RELOAD_MS = 60_000;

function NextPost({ assistantId }: { readonly assistantId: string }) {
  const [range] = useState(() => {
    const nowMs = Date.now();
    return { from: new Date(nowMs).toISOString(), until: new Date(nowMs + RANGE_MS).toISOString() };
  });
  const { data } = useListCalendarQuery(
    { ...range, assistant_id: assistantId },
    { pollingInterval: RELOAD_MS, skipPollingIfUnfocused: true },
  );
  const pages = useAppSelector(selectPickerPages);
  if (!data) return null;
  const [next] = data.next;
  if (!next) return <span className="u-muted">Nothing goes out in the next hour.</span>;
  const page = pages.find(({ id }) => id === next.page_guid)?.name || 'a page';
  const flyer = data.tasks.find(({ id }) => id === next.task_id);
  const when = next.at === null ? 'once it is online' : `at ${formatTime(next.at)}`;
  return (
    <span>
      Next: {flyer ? `flyer ${flyer.sequence_order + 1}` : 'a flyer'} on {page}, {when}
    </span>
  );
}
