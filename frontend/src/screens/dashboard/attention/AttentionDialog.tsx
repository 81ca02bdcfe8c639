import { type AttentionKind, MAX_ATTENTION_ROWS } from '@flyerdeck/contracts/attention.values';
import type { AttentionRow } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { SettleDoubt } from '../../../app/SettleDoubt.tsx';
import { errorSentence, failureSentence } from '../../../data/apiError.ts';
import { usePauseRepeatMutation, useResumeAssistantMutation } from '../../../data/assistants/assistantsSlice.ts';
import { useGetAttentionQuery, useRetryAttentionMutation } from '../../../data/attention/attentionApi.ts';
import { useRetryTaskMutation } from '../../../data/tasks/tasksApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { groupBy } from '../../../lib/compare.ts';
import { counted, formatNumber } from '../../../lib/numbers.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import checkbox from '../../../ui/checkbox.module.css';
import { FlyerImage } from '../../../ui/FlyerImage.tsx';
import { ErrorAlert, Skeleton, SuccessNote } from '../../../ui/notices.tsx';
import { useAgo } from '../../../ui/RelativeTime.tsx';
import type { View } from '../views.ts';
import styles from './attention.module.css';
import { ATTENTION_WORDS } from './attentionWords.ts';

interface AttentionDialogProps {
  readonly kind: AttentionKind;
  readonly count: number;
  onShow(view: View): void;
  onSearchIn(view: View, text: string): void;
  onClosed(): void;
}

const ROWS_SHOWN = 50;
const NO_ROWS: readonly AttentionRow[] = [];
const NONE: readonly string[] = [];

/** The reasons of most rows first. The counts of a partly posted flyer are no reason. */
const byReason = (kind: AttentionKind, rows: readonly AttentionRow[]) =>
  [...groupBy(rows, ({ problem }) => (kind === 'partly_posted' ? null : problem))].sort(
    ([, a], [, b]) => b.length - a.length,
  );

export default function AttentionDialog({ kind, count, onShow, onSearchIn, onClosed }: AttentionDialogProps) {
  const { data, error, refetch } = useGetAttentionQuery({ kind });
  const rows = data?.rows ?? NO_ROWS;
  const [areAllShown, setAreAllShown] = useState(false);
  const { action, isBusy, message, failure, actOn, actOnAll, settle } = useAttentionActions(kind);
  const [chosen, setChosen] = useUiState('attention.chosen', NONE);
  const [isAsking, setIsAsking] = useUiState('attention.asks', false);
  const selected = rows.filter(({ id }) => chosen.includes(id));
  const { title, hint } = ATTENTION_WORDS[kind];
  const loadFailure = failureSentence(error, 'Failed to load the list.');
  const groups = byReason(kind, rows);
  const sorted = groups.flatMap(([, members]) => members);
  const shown = areAllShown ? sorted : sorted.slice(0, ROWS_SHOWN);
  const firstOf = new Map(groups.map(([reason, members]) => [members[0], { reason, count: members.length }]));

  return (
    <OpenedDialog name="attention.open" title={title(count)} width={640} onClosed={onClosed}>
      {(close) => (
        <div className="u-grid u-gap12">
          <div className="u-row u-spread u-gap8">
            <p className="u-muted u-flush u-fill">{hint}</p>
            {kind === 'out_of_credits' && (
              <Button
                onClick={() => {
                  close();
                  onShow('credits');
                }}
              >
                Open Credits
              </Button>
            )}
            {action && (
              <Button type="primary" disabled={isBusy || rows.length === 0} onClick={() => actOnAll(rows)}>
                {action} all
              </Button>
            )}
          </div>
          {kind === 'unconfirmed' && (
            <div className="u-row u-gap8">
              <label className="u-line u-gap8 u-fill">
                <input
                  type="checkbox"
                  className={checkbox.box}
                  checked={rows.length > 0 && selected.length === rows.length}
                  onChange={({ target }) => setChosen(target.checked ? rows.map(({ id }) => id) : NONE)}
                />
                Select all {formatNumber(rows.length)}
              </label>
              <Button disabled={isBusy || selected.length === 0} onClick={() => settle(selected, true)}>
                It is live ({formatNumber(selected.length)})
              </Button>
              <Button disabled={isBusy || selected.length === 0} onClick={() => setIsAsking(true)}>
                It is not there ({formatNumber(selected.length)})
              </Button>
              <ConfirmDialog
                open={isAsking}
                title={`${counted(selected.length, 'post')} not there?`}
                action="Post again"
                onCancel={() => setIsAsking(false)}
                onConfirm={() => {
                  setIsAsking(false);
                  settle(selected, false);
                }}
              >
                A post that is live after all will be posted twice.
              </ConfirmDialog>
            </div>
          )}
          {failure && <ErrorAlert message={failure} />}
          {message && <SuccessNote>{message}</SuccessNote>}
          {loadFailure && <ErrorAlert message={loadFailure} onRetry={refetch} />}
          {!data && !loadFailure && <Skeleton label="Loading the list" rows={3} rowHeightPx={57} />}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard. */}
          <ul className={`u-list ${styles.rows}`} aria-label={title(count)} tabIndex={0}>
            {shown.map((row) => (
              <li key={row.id} className={`u-line u-gap12 u-entry ${styles.row}`}>
                <ReasonOf group={firstOf.get(row)} />
                {kind === 'unconfirmed' && (
                  <input
                    type="checkbox"
                    className={checkbox.box}
                    aria-label={`Select ${row.name}`}
                    checked={chosen.includes(row.id)}
                    onChange={({ target }) =>
                      setChosen(target.checked ? [...chosen, row.id] : chosen.filter((id) => id !== row.id))
                    }
                  />
                )}
                {row.file_id && <FlyerImage isSmall fileId={row.file_id} />}
                <RowText row={row} kind={kind} onSearchIn={onSearchIn} close={close} />
                {kind === 'unconfirmed' && row.task_id && row.at && (
                  <SettleDoubt taskId={row.task_id} postingId={row.id} pageName={row.name} since={row.at} />
                )}
                {action && kind !== 'partly_posted' && (
                  <Button
                    size="small"
                    disabled={isBusy}
                    aria-label={`${action} ${row.name}`}
                    onClick={() => actOn(row)}
                  >
                    {action}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {shown.length < rows.length && (
            <Button onClick={() => setAreAllShown(true)}>Show all {formatNumber(rows.length)}</Button>
          )}
          {areAllShown && rows.length === MAX_ATTENTION_ROWS && count > rows.length && (
            <p className="u-muted u-fine u-flush">These are the latest {formatNumber(rows.length)}.</p>
          )}
        </div>
      )}
    </OpenedDialog>
  );
}

/** Above the first row of a reason. */
function ReasonOf({
  group,
}: {
  readonly group: { readonly reason: string | null; readonly count: number } | undefined;
}) {
  return (
    group?.reason && (
      <h2 className={`u-size14 u-flush u-break ${styles.reason}`}>
        {group.reason} <span className="u-muted u-tabular">({formatNumber(group.count)})</span>
      </h2>
    )
  );
}

interface RowTextProps extends Pick<AttentionDialogProps, 'kind' | 'onSearchIn'> {
  readonly row: AttentionRow;
  close(): void;
}

function RowText({ row, kind, onSearchIn, close }: RowTextProps) {
  const ago = useAgo();
  const { pathname, search } = useLocation();
  const { id, task_id, name, flyer, problem, at } = row;
  const shownName = name || '(Unnamed Assistant)';
  const isAssistant = kind === 'out_of_credits' || kind === 'repeat_stopped';
  const to = task_id ? `/tasks/${task_id}` : isAssistant && `/?view=assistants&expandAssistant=${id}`;
  const state = { back: `${pathname}${search}`, postingId: id };
  const className = `u-strong u-break ${styles.link}`;
  return (
    <div className="u-fill u-shrink">
      {to ? (
        <Link className={className} to={to} {...(task_id ? { state } : { onClick: close })}>
          {shownName}
        </Link>
      ) : (
        <button
          type="button"
          className={`u-bare ${className}`}
          onClick={() => {
            close();
            onSearchIn('pages', name);
          }}
        >
          {shownName}
        </button>
      )}
      {problem && kind === 'partly_posted' && <p className="u-fine u-flush u-break">{problem}</p>}
      {flyer && <p className="u-ellipsis u-muted u-fine u-flush">{flyer}</p>}
      {at && (
        <p className="u-muted u-small u-flush">
          {kind === 'offline' ? 'Last contact ' : ''}
          {ago(at)}
        </p>
      )}
    </div>
  );
}

const ACTIONS: Partial<Record<AttentionKind, 'Retry' | 'Resume' | 'Pause'>> = {
  failed: 'Retry',
  partly_posted: 'Retry',
  out_of_credits: 'Resume',
  repeat_stopped: 'Pause',
};

type Outcome = { readonly data?: { readonly message?: string } | undefined; readonly error?: unknown };

function useAttentionActions(kind: AttentionKind) {
  const [retryAll] = useRetryAttentionMutation();
  const [retry] = useRetryTaskMutation();
  const [resume] = useResumeAssistantMutation();
  const [pause] = usePauseRepeatMutation();
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly message?: string; readonly failure?: string }>({});
  const action = ACTIONS[kind];

  const callFor = ({ id, task_id }: AttentionRow): Promise<Outcome> => {
    if (kind === 'out_of_credits') return resume({ id });
    if (kind === 'repeat_stopped') return pause({ id, body: { is_paused: true } });
    return retry({ id: task_id ?? '', body: { page_posting_ids: [id] } });
  };
  const run = async (calls: readonly (() => Promise<Outcome>)[]) => {
    setOutcome({});
    setIsBusy(true);
    let last: Outcome = {};
    for (const call of calls) {
      last = await call();
      if (last.error) break;
    }
    setIsBusy(false);
    setOutcome(
      last.error
        ? { failure: errorSentence(last.error, `Failed to ${action?.toLowerCase()}.`) }
        : { message: last.data?.message ?? '' },
    );
  };
  return {
    action,
    isBusy,
    ...outcome,
    actOn: (row: AttentionRow) => void run([() => callFor(row)]),
    actOnAll: (rows: readonly AttentionRow[]) =>
      void run(
        kind === 'failed' || kind === 'partly_posted'
          ? [() => retryAll({ body: { kind } })]
          : rows.map((row) => () => callFor(row)),
      ),
    /** A doubt that begins after its list was loaded is not settled. */
    settle: (rows: readonly AttentionRow[], isLive: boolean) =>
      void run(
        [...groupBy(rows, ({ task_id }) => task_id ?? '')].map(([id, doubts]) => () => {
          const [since = ''] = doubts.map(({ at }) => at ?? '').toSorted((a, b) => (a < b ? 1 : -1));
          const page_posting_ids = doubts.map((doubt) => doubt.id);
          return retry({
            id,
            body: { page_posting_ids, ...(isLive ? { live_since: since } : { confirm_unconfirmed: true }) },
          });
        }),
      ),
  };
}
