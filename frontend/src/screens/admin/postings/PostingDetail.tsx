import ArrowRightOutlined from '@ant-design/icons/ArrowRightOutlined';
import FilterOutlined from '@ant-design/icons/FilterOutlined';
import { statusLabel } from '@flyerdeck/contracts/statusLabel';
import { TASK_STATUS_LABELS } from '@flyerdeck/contracts/tasks.values';
import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { Button, Descriptions, Flex, Timeline, Typography } from 'antd';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { counted, formatSeconds } from '../../../lib/numbers.ts';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { PostLink } from '../../../ui/PostLink.tsx';
import { TaskStatusChip } from '../../../ui/StatusChip.tsx';
import { CopyableId, Facts } from '../layout/Facts.tsx';
import { StructureReports } from './StructureReports.tsx';

/** The text of an error. The API returns a string or an object with a message (spec section 3, 'Detailed posting'). */
function errorText(error: unknown): string | null {
  if (error === null || error === undefined || error === '') return null;
  if (typeof error === 'string') return error;
  const message = typeof error === 'object' && 'message' in error ? error.message : undefined;
  return typeof message === 'string' && message !== '' ? message : JSON.stringify(error);
}

const IMAGE_PX = 160;

const timeOf = (at: string | null): string => (at ? formatDateTime(at) : 'N/A');

type Transition = DetailedPosting['performance_metrics']['status_transitions'][number];

const stepOf = ({ from_status, to_status, duration_ms }: Transition) => ({
  content: (
    <Flex wrap align="center" gap={6}>
      <TaskStatusChip status={from_status} />
      <ArrowRightOutlined aria-label="to" />
      <TaskStatusChip status={to_status} />
      <Typography.Text type="secondary">{formatSeconds(duration_ms)}</Typography.Text>
    </Flex>
  ),
});

interface IdProps {
  readonly id: string;
  readonly what: string;
  readonly filter?: 'owner' | 'guid' | 'assistant';
  readonly children?: ReactNode;
}

const Id = ({ id, what, filter, children }: IdProps) => (
  <Flex align="center" gap={4}>
    <CopyableId id={id} what={what}>
      {children}
    </CopyableId>
    {filter && (
      <Link
        to={`/admin/postings?${filter}=${id}`}
        aria-label={`Only postings of this ${what}`}
        title={`Only postings of this ${what}`}
        // The icon is smaller than a target for a finger.
        style={{ display: 'inline-grid', placeContent: 'center', minWidth: 24, minHeight: 24 }}
      >
        <FilterOutlined aria-hidden />
      </Link>
    )}
  </Flex>
);

export default function PostingDetail({ posting, onRetry }: { readonly posting: DetailedPosting; onRetry?(): void }) {
  const { pathname, search } = useLocation();
  const { performance_summary: summary, status_durations: durations } = posting;
  const { status_transitions: transitions } = posting.performance_metrics;
  const failure = errorText(posting.errorMessage);
  const facts = {
    ID: <Id id={posting.id} what="posting" />,
    'User ID': (
      <Id id={posting.userId} what="user" filter="owner">
        <Link to={`/admin/users/${posting.userId}`}>{posting.userId}</Link>
      </Id>
    ),
    GUID: (
      <Id id={posting.guid} what="page" filter="guid">
        <Link to={`/admin/pages/${posting.guid}`}>{posting.guid}</Link>
      </Id>
    ),
    'Task ID': (
      <Id id={posting.task_id} what="task">
        <Link to={`/tasks/${posting.task_id}`} state={{ back: `${pathname}${search}` }}>
          {posting.task_id}
        </Link>
      </Id>
    ),
    'Assistant ID': <Id id={posting.assistant_id} what="assistant" filter="assistant" />,
    'File ID': posting.file_id ? <Id id={posting.file_id} what="file" /> : 'N/A',
    'Delay Hours': posting.delay_hours,
    Retries: posting.retry_count,
    'Bottleneck Status': summary.bottleneck_status ?? 'N/A',
    Transitions: transitions.length,
    'Start Time': timeOf(summary.first_pending_at),
    'Completion Time': timeOf(summary.final_completion_at),
    ...(posting.post_url && { Post: <PostLink {...posting} /> }),
  };
  const times = Object.entries(durations).map(([status, { total_ms, visits }]) => ({
    key: status,
    label: statusLabel(TASK_STATUS_LABELS, status),
    children: `${formatSeconds(total_ms)} ${counted(visits, 'visit')}`,
  }));
  return (
    <Flex component="section" aria-label="Posting details" wrap gap="middle" style={{ padding: 8 }}>
      {failure && (
        <Flex vertical gap="small" style={{ flex: '1 0 100%' }}>
          <ErrorAlert message={failure} />
          {posting.status === 'failed' && !posting.is_unconfirmed && onRetry && (
            <Flex align="center" gap="middle">
              <Button size="small" onClick={onRetry}>
                Retry…
              </Button>
              <Link to={`/admin/postings?${new URLSearchParams({ failure, status: 'failed', scope: 'all' })}`}>
                All that failed like this
              </Link>
            </Flex>
          )}
        </Flex>
      )}
      {posting.file_id && (
        <img
          src={`/api/get_image/${posting.file_id}?w=${IMAGE_PX * 2}`}
          alt="Flyer"
          width={IMAGE_PX}
          height={IMAGE_PX}
          loading="lazy"
          decoding="async"
          style={{ objectFit: 'cover', borderRadius: 'var(--fd-radius-control)' }}
        />
      )}
      <Flex vertical gap="small" style={{ flex: '1 1 380px', minWidth: 0 }}>
        <Typography.Text style={{ whiteSpace: 'pre-line' }}>
          {posting.task_description || 'No description'}
        </Typography.Text>
        {(failure || posting.retry_count > 0) && <StructureReports postingId={posting.id} />}
        <Facts
          layout="vertical"
          colon={false}
          column={{ xs: 1, sm: 2, xxl: 3 }}
          styles={{ label: { fontSize: 12 } }}
          facts={facts}
        />
      </Flex>
      <div style={{ flex: '0 1 210px' }}>
        <Descriptions title="Time per Status" column={1} items={times} />
        {times.length === 0 && 'N/A'}
      </div>
      <div style={{ flex: '0 1 280px' }}>
        <Descriptions title="Transitions" />
        {transitions.length === 0 && 'N/A'}
        <Timeline aria-label="Transitions" items={transitions.map(stepOf)} />
      </div>
    </Flex>
  );
}
