import type { BulkRetryPreview } from '@flyerdeck/contracts/types';
import { Button, Checkbox, Flex, message, Select, Typography } from 'antd';
import { serverOrErrorMessage } from '../../../data/apiError.ts';
import {
  useListFailuresQuery,
  usePreviewBulkRetryQuery,
  useRunBulkRetryMutation,
} from '../../../data/postings/postingsApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { counted } from '../../../lib/counted.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { MountedDialog } from '../layout/MountedDialog.tsx';
import { hasErrorToShow, QueryAlert } from '../layout/QueryAlert.tsx';
import { personName } from '../people/people.ts';
import type { retryFilterOf } from './postingsView.ts';

/** What the dialog offers first: these postings, those with the error of one, or nothing special. */
export interface RetryTarget {
  readonly postingIds?: readonly string[];
  readonly error?: string;
}

interface DialogProps {
  /** The filters of the list. */
  readonly filter: ReturnType<typeof retryFilterOf>;
  readonly target: RetryTarget;
  onClose(): void;
}

const CHOSEN = 'chosen';
const ALL = 'all';
const OF_ERROR = 'error:';
const chosenText = (count: number) =>
  count === 1 ? 'Only this posting' : `Only the ${formatNumber(count)} selected postings`;
/** Postings that are retried first, to see whether they succeed. */
const TRIAL = 10;

/** What would be retried and what is left out. */
function Preview({ preview }: { readonly preview: BulkRetryPreview }) {
  const { postings, owners, credits, listed_owners, unconfirmed, unlinked, later } = preview;
  const left = [
    unconfirmed > 0 && `${counted(unconfirmed, 'unconfirmed posting')}, because the post may be live`,
    unlinked > 0 && `${counted(unlinked, 'posting')} on pages that are no longer linked`,
  ].filter(Boolean);
  return (
    <Flex vertical gap="small" role="status" aria-label="Dry run">
      <Typography.Text strong>
        {postings === 0
          ? 'Nothing to retry.'
          : `${counted(postings, 'posting')} of ${counted(owners, 'user')} will be put back in the queue.`}
      </Typography.Text>
      {postings > 0 && <Typography.Text>{`Fees: at most ${counted(credits, 'credit')}.`}</Typography.Text>}
      {listed_owners.length > 0 && (
        <ul style={{ margin: 0, paddingInlineStart: 20, maxHeight: 160, overflowY: 'auto' }}>
          {listed_owners.map((owner) => (
            <li key={owner.telegram_id}>
              {`${personName(owner) || 'Unnamed User'} (@${owner.username}): ${formatNumber(owner.postings)}`}
              {owner.credits > 0 && `, ${counted(owner.credits, 'credit')}`}
            </li>
          ))}
          {owners > listed_owners.length && <li>{`and ${counted(owners - listed_owners.length, 'more user')}`}</li>}
        </ul>
      )}
      {later > 0 && (
        <Typography.Text>
          {`These are the oldest. ${counted(later, 'more posting')} can be retried after ${postings === 1 ? 'it' : 'them'}.`}
        </Typography.Text>
      )}
      {left.length > 0 && <Typography.Text type="secondary">{`Left out: ${left.join('; ')}.`}</Typography.Text>}
    </Flex>
  );
}

/** Retries failed postings of many users, by error. Shows first how many and whose; retries exactly these. */
export default function BulkRetryDialog({ filter, target, onClose }: DialogProps) {
  const { postingIds } = target;
  const [choice, setChoice] = useUiState('bulkRetry.choice', postingIds ? CHOSEN : ALL);
  const [isTrial, setIsTrial] = useUiState('bulkRetry.isTrial', false);
  const failures = useListFailuresQuery(filter, { refetchOnMountOrArgChange: true });
  const body = {
    ...(choice !== CHOSEN && filter),
    ...(choice === CHOSEN && postingIds && { posting_ids: [...postingIds] }),
    ...(choice.startsWith(OF_ERROR) && { error: choice.slice(OF_ERROR.length) }),
    ...(isTrial && { most: TRIAL }),
  };
  const preview = usePreviewBulkRetryQuery({ body }, { refetchOnMountOrArgChange: true });
  const [retry, { isLoading, error }] = useRunBulkRetryMutation();
  const [messages, holder] = message.useMessage();

  const dryRun = preview.isFetching ? undefined : preview.currentData;
  const listed = failures.data?.errors ?? [];
  const own = target.error !== undefined && !listed.some((one) => one.error === target.error) ? target.error : null;
  const options = [
    ...(postingIds ? [{ value: CHOSEN, label: chosenText(postingIds.length) }] : []),
    { value: ALL, label: 'All errors' },
    ...(own ? [{ value: `${OF_ERROR}${own}`, label: own }] : []),
    ...listed.map((one) => ({
      value: `${OF_ERROR}${one.error}`,
      label: `${one.error} (${formatNumber(one.postings)})`,
    })),
  ];
  const run = async () => {
    if (!dryRun) return;
    const { data } = await retry({ body: { ...body, fingerprint: dryRun.fingerprint } });
    if (!data) return;
    await messages.success(data.message, 1.5);
    setIsTrial(false);
    if (dryRun.later === 0) onClose();
  };

  return (
    <MountedDialog
      title="Retry failed postings"
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" loading={isLoading} disabled={!dryRun || dryRun.postings === 0} onClick={run}>
            {dryRun && dryRun.postings > 0 ? `Retry ${counted(dryRun.postings, 'posting')}` : 'Retry'}
          </Button>
        </>
      }
    >
      <Flex vertical gap="middle">
        <Select
          aria-label="What to retry"
          value={choice}
          options={options}
          onChange={setChoice}
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: '100%' }}
        />
        {Object.keys(filter).length > 0 && choice !== CHOSEN && (
          <Typography.Text type="secondary">Only postings that match the filters of the list.</Typography.Text>
        )}
        {choice !== CHOSEN && (
          <Checkbox checked={isTrial} onChange={(event) => setIsTrial(event.target.checked)}>
            {`Only the ${TRIAL} oldest first, to see whether they succeed`}
          </Checkbox>
        )}
        <QueryAlert query={preview} />
        {hasErrorToShow({ error }) && <ErrorAlert message={serverOrErrorMessage(error)} />}
        {dryRun ? <Preview preview={dryRun} /> : <Typography.Text type="secondary">Counting…</Typography.Text>}
      </Flex>
      {holder}
    </MountedDialog>
  );
}
