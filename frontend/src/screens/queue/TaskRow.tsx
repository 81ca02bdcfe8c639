import RightOutlined from '@ant-design/icons/RightOutlined';
import type { WaitReason } from '@flyerdeck/contracts/queue.values';
import type { Task, TaskPosting } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { SettleDoubt } from '../../app/SettleDoubt.tsx';
import { failureSentence } from '../../data/apiError.ts';
import { useGetTaskQuery } from '../../data/tasks/tasksApi.ts';
import { useTaskRetry } from '../../data/tasks/useTaskRetry.ts';
import { counted } from '../../lib/numbers.ts';
import { canRetry, failedPostings, isInDoubt, mayWait, postingSentence, showsFailures } from '../../lib/postings.ts';
import { UnconfirmedDialog } from '../../ui/Dialog.tsx';
import disclosure from '../../ui/disclosure.module.css';
import { FlyerImage } from '../../ui/FlyerImage.tsx';
import { ErrorAlert } from '../../ui/notices.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { ScreenshotThumbnail, useScreenshots } from '../../ui/Screenshots.tsx';
import { StatusChip, TaskStatusChip } from '../../ui/StatusChip.tsx';
import facts from '../../ui/taskFacts.module.css';
import styles from './queue.module.css';

type Words = string | ((pages: number) => string);

const WORDS: Readonly<Record<WaitReason | 'next', Words>> = {
  account_deactivated: 'the account is deactivated',
  queue_paused: 'the queue is paused',
  claims_paused: 'posting is paused for everybody',
  assistant_paused: 'the assistant is paused',
  being_queued: 'the assistant is being added to the queue',
  insufficient_credits: (pages) => `${counted(pages, 'page')} short of credits`,
  page_offline: (pages) => `${counted(pages, 'page')} offline`,
  logged_out: (pages) => `${counted(pages, 'page')} logged out`,
  wrong_account: (pages) => `${counted(pages, 'page')} logged in with another account`,
  no_tab: (pages) => `${counted(pages, 'page')} without a tab`,
  site_failing: (pages) => `${counted(pages, 'page')} whose site does not answer`,
  site_changed: (pages) => `${counted(pages, 'page')} that the site pack does not fit`,
  no_site_pack: (pages) => `${counted(pages, 'page')} without a site pack`,
  rate_limited: (pages) => `${counted(pages, 'page')} that the site asks to wait`,
  site_refusals: (pages) => `${counted(pages, 'page')} paused after refusals`,
  not_due: (pages) => `${counted(pages, 'page')} whose next post is not due`,
  page_limit: (pages) => `${counted(pages, 'page')} at its posting limits`,
  busy: (pages) => `${counted(pages, 'page')} busy`,
  next: (pages) => `${counted(pages, 'page')} next in the queue`,
};
const ORDER = Object.keys(WORDS) as (keyof typeof WORDS)[];

/** The wait reasons of a task's pending postings: 'Waiting: 2 pages offline, 1 page busy'. */
export function waitSummary(postings: readonly TaskPosting[]): string | null {
  const pagesByReason = new Map<keyof typeof WORDS, Set<string>>();
  for (const { status, wait_reason, guid } of postings) {
    if (status !== 'pending') continue;
    const reason = wait_reason ?? 'next';
    // A repeat is for the same page as its original, so pages are counted once.
    pagesByReason.set(reason, (pagesByReason.get(reason) ?? new Set()).add(guid));
  }
  const parts = ORDER.flatMap((reason) => {
    const pages = pagesByReason.get(reason)?.size ?? 0;
    const words = WORDS[reason];
    if (pages === 0) return [];
    return typeof words === 'string' ? words : words(pages);
  });
  return parts.length > 0 ? `Waiting: ${parts.join(', ')}` : null;
}

interface TaskPagesProps {
  taskId: string;
  failed: number;
  detail: TaskDetailState;
  areAllShown: boolean;
  isRetrying: boolean;
  onRetryPage: ((posting: TaskPosting) => void) | null;
}

const NO_POSTINGS: readonly TaskPosting[] = [];

/** So that the rows below hardly move when the failures are loaded. */
const FAILURES_SHOWN = 4;
const FAILURE_PX = 44;

function TaskPages({ taskId, failed, detail, areAllShown, isRetrying, onRetryPage }: TaskPagesProps) {
  const { postings, isLoading, failure, refetch } = detail;
  const screenshots = useScreenshots(postings ?? NO_POSTINGS);
  if (failure) return <ErrorAlert message={failure} onRetry={refetch} />;
  if (isLoading) {
    return (
      <p className="u-muted u-fine u-flush" style={{ minHeight: Math.min(failed, FAILURES_SHOWN) * FAILURE_PX }}>
        Loading details...
      </p>
    );
  }
  if (!postings) return null;

  const lists = [
    { label: 'Failed pages', className: styles.failed, shown: failedPostings(postings), onRetry: onRetryPage },
    {
      label: 'Other pages',
      className: '',
      shown: areAllShown ? postings.filter(({ status }) => status !== 'failed') : [],
      onRetry: null,
    },
  ].filter(({ shown }) => shown.length > 0);
  return (
    <>
      {lists.map(({ label, className, shown, onRetry }) => (
        <ul
          key={label}
          className={`u-list u-grid u-fine u-gap6 ${styles.taskPagesList} ${className}`}
          aria-label={label}
        >
          {shown.map((posting) => (
            <li key={posting.id} className="u-spread u-shrink u-break u-gap12 u-line">
              <span className="u-shrink">
                <strong className="u-strong">{posting.name}</strong>
                {posting.is_duplicate && ' (repeat)'}: {postingSentence(posting)}
              </span>
              <ScreenshotThumbnail posting={posting} onOpen={() => screenshots.show(posting)} />
              {onRetry && isInDoubt(posting) && (
                <SettleDoubt
                  taskId={taskId}
                  postingId={posting.id}
                  pageName={posting.name}
                  since={posting.updated_at}
                />
              )}
              {onRetry && !isInDoubt(posting) && shown.length > 1 && (
                <Button
                  danger
                  size="small"
                  disabled={isRetrying}
                  aria-label={`Retry ${posting.name}`}
                  onClick={() => onRetry(posting)}
                >
                  Retry
                </Button>
              )}
            </li>
          ))}
        </ul>
      ))}
      {areAllShown && postings.length === 0 && <p className="u-muted u-fine u-flush">No pages yet.</p>}
      {screenshots.viewer}
    </>
  );
}

export function useReloadOnChange(watched: string | number | null, reload: () => unknown): void {
  const seen = useRef(watched);
  useEffect(() => {
    const before = seen.current;
    seen.current = watched ?? before;
    if (before !== null && watched !== null && before !== watched) reload();
  }, [watched, reload]);
}

type TaskDetailState = ReturnType<typeof useTaskDetail>;

/** A row that is scrolled out of view sooner does not load its details. */
const STAYS_IN_VIEW_MS = 200;
/** Wait reasons (page offline, out of credits) change without a change of the task, so they are polled. */
const WAIT_REASONS_POLL_MS = 30_000;

/** Loaded when shown, or when the row stays in view and its pages may wait. Reloaded when the listed task changes. */
function useTaskDetail(task: Task, isShown: boolean) {
  const [staysInView, setStaysInView] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStaysInView(true), STAYS_IN_VIEW_MS);
    return () => clearTimeout(timer);
  }, []);

  const isWanted = isShown || (staysInView && mayWait(task));
  const { data, error, isFetching, refetch } = useGetTaskQuery(
    { id: task._id },
    { skip: !isWanted, pollingInterval: mayWait(task) ? WAIT_REASONS_POLL_MS : 0, skipPollingIfUnfocused: true },
  );
  const { posted, pending, failed } = task.page_counts;
  useReloadOnChange(isWanted ? [task.updatedAt, posted, pending, failed].join(' ') : null, refetch);

  const failure = failureSentence(error, 'Failed to fetch details.');
  return {
    postings: (isWanted && data?.page_postings) || null,
    isLoading: isFetching && !data,
    failure: failure && `Error loading details: ${failure}`,
    refetch,
  };
}

interface TaskRowProps {
  task: Task;
  isCurrent: boolean;
  isStriped: boolean;
  arePagesShown: boolean;
  onTogglePages: () => void;
}

const COUNTS = [
  { kind: 'posted', tone: 'success' },
  { kind: 'pending', tone: 'neutral' },
  { kind: 'failed', tone: 'danger' },
] as const;

export function TaskRow({ task, isCurrent, isStriped, arePagesShown, onTogglePages }: TaskRowProps) {
  const areDetailsShown = arePagesShown || showsFailures(task);
  const detail = useTaskDetail(task, areDetailsShown);
  const waitLine = mayWait(task) && detail.postings && waitSummary(detail.postings);
  const { isRetrying, retry, question, confirm, retryCertainOnly, dismiss } = useTaskRetry(task._id);
  const isRetryOffered = canRetry(task);
  const isChanged = Date.parse(task.updatedAt) > Date.parse(task.createdAt);

  return (
    <article
      className={`u-grid u-gap12 ${styles.row} ${isStriped ? styles.taskRowStriped : ''} ${isCurrent ? styles.current : ''}`}
      aria-current={isCurrent || undefined}
      aria-label={`Flyer ${task.sequence_order + 1} of ${task.assistant_name || 'Unknown Assistant'}`}
    >
      <FlyerImage isSmall fileId={task.file_id} />
      <div className="u-stack u-shrink u-gap8" style={{ alignContent: 'start' }}>
        <p className={facts.description}>
          {task.sequence_order + 1}. {task.description || '(No description)'}
        </p>
        <div className="u-row" style={{ gap: '4px 8px' }}>
          <TaskStatusChip status={task.status} />
          {isCurrent && <StatusChip tone="accent">Processing</StatusChip>}
          {COUNTS.filter(({ kind }) => task.page_counts[kind] > 0).map(({ kind, tone }) => (
            <StatusChip key={kind} tone={tone}>
              {task.page_counts[kind]} {kind}
            </StatusChip>
          ))}
          <span className="u-ellipsis u-muted u-small" style={{ maxWidth: '100%' }}>
            {task.assistant_name || 'Unknown Assistant'}
          </span>
          <RelativeTime word={isChanged ? 'Updated' : 'Created'} at={task.updatedAt} />
        </div>
        {waitLine && <p className="u-muted u-fine u-flush u-break">{waitLine}</p>}
        {areDetailsShown && (
          <TaskPages
            taskId={task._id}
            failed={task.page_counts.failed}
            detail={detail}
            areAllShown={arePagesShown}
            isRetrying={isRetrying}
            onRetryPage={isRetryOffered ? (posting) => retry({ postings: [posting], isWholeTask: false }) : null}
          />
        )}
      </div>
      <div className={`u-gap4 ${styles.actions}`}>
        <Button
          size="small"
          type="text"
          className={styles.pages ?? ''}
          icon={<RightOutlined aria-hidden className={disclosure.arrow} />}
          aria-expanded={arePagesShown}
          onClick={onTogglePages}
        >
          {arePagesShown ? 'Hide pages' : `Pages (${task.page_counts.total})`}
        </Button>
        {isRetryOffered && (
          <Button
            size="small"
            disabled={isRetrying}
            onClick={() => retry({ postings: detail.postings && failedPostings(detail.postings), isWholeTask: true })}
          >
            {isRetrying ? 'Retrying...' : 'Retry'}
          </Button>
        )}
      </div>
      <UnconfirmedDialog {...{ question, confirm, retryCertainOnly, dismiss }} />
    </article>
  );
}
