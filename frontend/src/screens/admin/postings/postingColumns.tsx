import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { formatDateTime } from '../../../lib/formatDate.ts';
import type { AdminColumn } from '../table/adminColumn.ts';
import { DurationCell } from './DurationCell.tsx';
import { LONG_ABOVE_MS } from './longDurations.ts';
import { PostingToggle } from './PostingToggle.tsx';
import styles from './postingColumns.module.css';

type Column = AdminColumn<DetailedPosting>;
type TimedStatus = 'pending' | 'posting' | 'posted' | 'failed';

interface Toggling {
  readonly openIds: readonly string[];
  toggle(posting: DetailedPosting): void;
}

const Time = ({ at }: { readonly at: string }) => (
  <time className={styles.time} dateTime={at}>
    {formatDateTime(at)}
  </time>
);

const timeIn = (status: TimedStatus, title: string): Column => ({
  key: status,
  title,
  widthPx: 100,
  firstOrder: 'desc',
  isNumber: true,
  render: ({ status_durations }) => (
    <DurationCell
      ms={status_durations[status]?.total_ms}
      visits={status_durations[status]?.visits}
      longAboveMs={LONG_ABOVE_MS[status]}
      tone={status === 'failed' ? 'danger' : 'warning'}
    />
  ),
});

/** The table of spec section 2, 'Admin detailed postings', from left to right. */
export const postingColumns = ({ openIds, toggle }: Toggling): readonly Column[] => [
  {
    key: 'status',
    title: 'Status',
    widthPx: 136,
    firstOrder: 'asc',
    render: (posting, row) => (
      <PostingToggle
        posting={posting}
        row={row}
        isOpen={openIds.includes(posting.id)}
        onToggle={() => toggle(posting)}
      />
    ),
  },
  {
    key: 'description',
    title: 'Description',
    widthPx: 252,
    render: ({ task_description }) => (
      <span className={task_description ? styles.line : styles.missing} title={task_description}>
        {task_description || 'No description'}
      </span>
    ),
  },
  {
    key: 'assistant',
    title: 'Assistant',
    widthPx: 164,
    render: ({ assistant_name, page_name }) => (
      <>
        <span className={styles.line}>{assistant_name || '(Unnamed Assistant)'}</span>
        <span className={styles.second}>{page_name || 'N/A'}</span>
      </>
    ),
  },
  {
    key: 'page',
    title: 'Page',
    widthPx: 108,
    render: ({ guid }) => (
      <span className={styles.guid} title={guid}>
        {guid}
      </span>
    ),
  },
  {
    key: 'updatedAt',
    title: 'Last Update',
    widthPx: 152,
    firstOrder: 'desc',
    render: ({ updated_at }) => <Time at={updated_at} />,
  },
  {
    key: 'createdAt',
    title: 'Created',
    widthPx: 152,
    firstOrder: 'desc',
    render: ({ created_at }) => <Time at={created_at} />,
  },
  timeIn('pending', 'Pending'),
  timeIn('posting', 'Posting'),
  timeIn('posted', 'Posted'),
  timeIn('failed', 'Failed'),
  {
    key: 'total',
    title: 'Total',
    widthPx: 100,
    firstOrder: 'desc',
    isNumber: true,
    render: ({ total_duration }) => <DurationCell ms={total_duration} longAboveMs={LONG_ABOVE_MS.total} />,
  },
  {
    key: 'retries',
    title: 'Retries',
    widthPx: 92,
    firstOrder: 'desc',
    isNumber: true,
    render: ({ retry_count }) => (
      <span {...(retry_count > 0 && { className: styles.retried, title: 'Was tried again' })}>{retry_count}</span>
    ),
  },
];
