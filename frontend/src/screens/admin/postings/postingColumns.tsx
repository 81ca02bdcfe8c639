import {
  elapsedText,
  isOpenPosting,
  LONG_PENDING_MS,
  LONG_POSTED_MS,
  LONG_POSTING_MS,
  SLOW_TOTAL_TIME_MS,
} from '@flyerdeck/contracts/postings.values';
import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { formatSeconds } from '../../../lib/numbers.ts';
import { useMinute } from '../../../ui/RelativeTime.tsx';
import { TaskStatusChip } from '../../../ui/StatusChip.tsx';
import { type AdminColumn, SORT_ASCENDING, SORT_DESCENDING, timeColumn } from '../table/columns.tsx';

type Column = AdminColumn<DetailedPosting>;

/** Longer times are highlighted (spec section 9, 'Postings table highlights'). */
const LONG_ABOVE_MS = { pending: LONG_PENDING_MS, posting: LONG_POSTING_MS, posted: LONG_POSTED_MS, failed: 0 };

interface MarkProps {
  readonly text: string;
  readonly isMarked: boolean;
  readonly why: string;
  readonly tone?: 'warning' | 'danger';
}

/** Highlighted text is bold too, for users who do not see the colour. */
const Mark = ({ text, isMarked, why, tone = 'warning' }: MarkProps) =>
  isMarked ? (
    <strong className="u-strong" data-tone={tone} title={why} style={{ color: `var(--fd-${tone})` }}>
      {text}
    </strong>
  ) : (
    text
  );

const LONGER = 'Longer than usual';

const timeIn = (status: keyof typeof LONG_ABOVE_MS, title: string): Column => ({
  key: status,
  title,
  width: 104,
  align: 'end',
  ...SORT_DESCENDING,
  render: (_, { status_durations: { [status]: duration } }) => {
    if (!duration) return <span className="u-muted">N/A</span>;
    const { total_ms, visits } = duration;
    return (
      <>
        <Mark
          text={formatSeconds(total_ms)}
          isMarked={total_ms > LONG_ABOVE_MS[status]}
          why={LONGER}
          tone={status === 'failed' ? 'danger' : 'warning'}
        />
        {visits > 1 && (
          <span className="u-muted u-small" title={`${visits} visits`} style={{ marginInlineStart: 4 }}>
            ×{visits}
          </span>
        )}
      </>
    );
  },
});

function Unchanged({ posting }: { readonly posting: DetailedPosting }) {
  const nowMs = useMinute();
  if (!isOpenPosting(posting)) return <span className="u-muted">N/A</span>;
  return <time dateTime={posting.status_since}>{elapsedText(nowMs - Date.parse(posting.status_since))}</time>;
}

export const POSTING_COLUMNS: readonly Column[] = [
  {
    key: 'status',
    title: 'Status',
    width: 112,
    ...SORT_ASCENDING,
    render: (_, { status }) => <TaskStatusChip status={status} />,
  },
  {
    key: 'description',
    title: 'Description',
    width: 232,
    ellipsis: true,
    render: (_, { task_description }) => task_description || <span className="u-muted">No description</span>,
  },
  {
    key: 'assistant',
    title: 'Assistant',
    width: 164,
    ellipsis: true,
    render: (_, { assistant_name, page_name }) => (
      <>
        <div className="u-ellipsis">{assistant_name || '(Unnamed Assistant)'}</div>
        <div className="u-ellipsis u-muted u-small">{page_name || 'N/A'}</div>
      </>
    ),
  },
  { key: 'page', title: 'Page', width: 104, ellipsis: true, dataIndex: 'guid' },
  timeColumn({ key: 'updatedAt', title: 'Last Update', width: 188 }, ({ updated_at }) => updated_at),
  timeColumn({ key: 'createdAt', title: 'Created', width: 188 }, ({ created_at }) => created_at),
  timeIn('pending', 'Pending'),
  timeIn('posting', 'Posting'),
  timeIn('posted', 'Posted'),
  timeIn('failed', 'Failed'),
  {
    key: 'total',
    title: 'Total',
    width: 104,
    align: 'end',
    ...SORT_DESCENDING,
    render: (_, { total_duration: ms }) => (
      <Mark text={formatSeconds(ms)} isMarked={ms > SLOW_TOTAL_TIME_MS} why={LONGER} />
    ),
  },
  {
    key: 'retries',
    title: 'Retries',
    width: 96,
    align: 'end',
    ...SORT_DESCENDING,
    render: (_, { retry_count }) => (
      <Mark text={String(retry_count)} isMarked={retry_count > 0} why="Was tried again" />
    ),
  },
  {
    key: 'unchanged',
    title: 'Unchanged',
    width: 132,
    align: 'end',
    ...SORT_DESCENDING,
    render: (_, posting) => <Unchanged posting={posting} />,
  },
];
