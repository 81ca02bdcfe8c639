import { MAX_RETRIED_POSTINGS } from '@flyerdeck/contracts/postings.values';
import { Typography } from 'antd';
import { useListDetailedPostingsQuery, useRetryFailedPostingsMutation } from '../../../data/postings/postingsApi.ts';
import { counted, formatNumber } from '../../../lib/numbers.ts';
import { QueryAlert } from '../layout/AdminPage.tsx';
import { type BulkAction, BulkDialog } from '../table/selection.tsx';
import type { retryFilterOf } from './postingsView.ts';

interface RetryDialogProps extends BulkAction {
  readonly chosen: readonly string[] | null;
  readonly filter: ReturnType<typeof retryFilterOf>;
}

export default function RetryDialog({ chosen, filter, ...bulk }: RetryDialogProps) {
  const [retry, state] = useRetryFailedPostingsMutation();
  const matching = useListDetailedPostingsQuery(
    { ...filter, status: 'failed', limit: 1 },
    { skip: chosen !== null, refetchOnMountOrArgChange: true },
  );
  const total = chosen?.length ?? (matching.isFetching ? undefined : matching.currentData?.total);
  const oldest = total !== undefined && total > MAX_RETRIED_POSTINGS ? formatNumber(MAX_RETRIED_POSTINGS) : null;
  return (
    <BulkDialog
      {...bulk}
      title="Retry failed postings"
      action="Retry"
      isDisabled={!total}
      state={state}
      send={() => retry({ body: chosen ? { posting_ids: [...chosen] } : filter })}
    >
      <Typography.Text strong role="status">
        {total === undefined
          ? 'Counting…'
          : `${counted(total, chosen ? 'selected posting' : 'failed posting')}${chosen ? '' : ' with the filters of the list'}.`}
      </Typography.Text>
      <Typography.Text>
        {oldest ? `The oldest ${oldest} go back to the queue. ` : 'They go back to the queue. '}
        The next try of a page that is not paid takes its fee.
      </Typography.Text>
      <Typography.Text type="secondary">
        Left out: postings that have not failed, those whose post may be live, and those of pages that are no longer
        linked.
      </Typography.Text>
      <QueryAlert query={matching} />
    </BulkDialog>
  );
}
