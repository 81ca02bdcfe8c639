import type { Runner } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { errorSentence, failureSentence } from '../../../data/apiError.ts';
import { useEndRunnerMutation, useListRunnersQuery } from '../../../data/pages/runnersApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { counted } from '../../../lib/numbers.ts';
import { ErrorAlert, Skeleton } from '../../../ui/notices.tsx';
import { useAgo } from '../../../ui/RelativeTime.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import styles from './account.module.css';

/** The user's runners. Ending one needs a second click, because its pages then post nothing. */
export function RunnerList() {
  const { data, error, isLoading, refetch } = useListRunnersQuery();
  const failure = failureSentence(error, 'Failed to load runners');
  return (
    <>
      {isLoading && <Skeleton label="Loading runners" rows={1} rowHeightPx={57} />}
      {failure && <ErrorAlert message={failure} onRetry={refetch} />}
      <ul className="u-list" aria-label="Runners">
        {data?.runners.map((runner) => (
          <OneRunner key={runner.id} runner={runner} />
        ))}
      </ul>
    </>
  );
}

function OneRunner({ runner }: { readonly runner: Runner }) {
  const [end, { isLoading, isSuccess, error }] = useEndRunnerMutation();
  const [isAsking, setIsAsking] = useUiState(`endRunner.${runner.id}`, false);
  const ago = useAgo();
  const { host_name: name, pages, awake, logged_out: loggedOut, last_contact_at: lastContact } = runner;
  return (
    <li className={`u-line u-spread u-gap12 ${styles.session}`}>
      <div className="u-shrink">
        <p className={`u-row u-medium u-flush ${styles.name}`}>
          {name}
          <StatusChip tone={runner.is_connected ? 'success' : 'neutral'}>
            {runner.is_connected ? 'Connected' : 'Not connected'}
          </StatusChip>
        </p>
        <p className={`u-muted u-fine ${styles.minor}`}>
          {counted(pages, 'page')}, {awake} working, {pages - awake} asleep. Last contact{' '}
          {lastContact ? ago(lastContact) : 'never'}.
        </p>
        {loggedOut > 0 && (
          <p className={`u-fine ${styles.minor}`}>
            {counted(loggedOut, 'page')} must be logged in again: open the runner&apos;s own page on {name}.
          </p>
        )}
        {isAsking && <p className={`u-fine ${styles.minor}`}>Its pages stay linked, but nothing posts for them.</p>}
        {error && <ErrorAlert message={errorSentence(error, 'Failed to end the runner')} />}
      </div>
      <Button
        danger
        size="small"
        disabled={isLoading || isSuccess}
        aria-label={isAsking ? `End the runner ${name} now` : `End the runner ${name}`}
        onClick={() => (isAsking ? void end({ id: runner.id }) : setIsAsking(true))}
      >
        {isAsking ? 'End now' : 'End'}
      </Button>
    </li>
  );
}
