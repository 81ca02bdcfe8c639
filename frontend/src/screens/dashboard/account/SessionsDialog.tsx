import type { OwnSession } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { errorSentence } from '../../../data/apiError.ts';
import { useEndSessionMutation, useListSessionsQuery } from '../../../data/session/accountApi.ts';
import { ErrorAlert, FailureAlert, Skeleton } from '../../../ui/notices.tsx';
import { useAgo } from '../../../ui/RelativeTime.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';

export default function SessionsDialog({ onClose }: { onClose(): void }) {
  return (
    <OpenedDialog name="sessions.open" title="My sessions" width={480} onClosed={onClose}>
      {() => <SessionList />}
    </OpenedDialog>
  );
}

function SessionList() {
  const { data, error, isLoading, refetch } = useListSessionsQuery();
  return (
    <>
      <p className="u-muted u-below12">This account is signed in here. End every session that you do not recognise.</p>
      {isLoading && <Skeleton label="Loading sessions" rows={2} rowHeightPx={57} />}
      <FailureAlert error={error} fallback="Failed to load sessions" onRetry={refetch} />
      <ul className="u-list" aria-label="Sessions">
        {data?.sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    </>
  );
}

function Session({ session }: { readonly session: OwnSession }) {
  const [end, { isLoading, isSuccess, error }] = useEndSessionMutation();
  const ago = useAgo();
  const name = session.browser || 'Unknown browser';
  return (
    <li className="u-line u-spread u-gap12 u-entry">
      <div className="u-shrink">
        <p className="u-row u-medium u-flush u-gap8">
          {name} {session.is_current && <StatusChip tone="success">This one</StatusChip>}
        </p>
        <p className="u-muted u-fine u-flush">
          Signed in {ago(session.created_at)}, last used {ago(session.last_used_at)}
        </p>
        {error && <ErrorAlert message={errorSentence(error, 'Failed to end the session')} />}
      </div>
      {!session.is_current && (
        <Button
          danger
          size="small"
          disabled={isLoading || isSuccess}
          aria-label={`End the session of ${name}`}
          onClick={() => void end({ id: session.id })}
        >
          End
        </Button>
      )}
    </li>
  );
}
