import type { AdminUser } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useState } from 'react';
import { useEndUserSessionsMutation } from '../../../data/admin/adminApi.ts';
import { errorSentence, isSignedOutError } from '../../../data/apiError.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { SuccessNote } from '../../../ui/SuccessNote.tsx';
import { personName } from '../people/personName.ts';
import styles from './EndSessions.module.css';

/** Signs a user out on every device, after a question. */
export function EndSessions({ user }: { readonly user: AdminUser }) {
  const [isAsking, setIsAsking] = useState(false);
  const [endSessions, { data, error, isLoading }] = useEndUserSessionsMutation();
  const isFailed = error !== undefined && !isSignedOutError(error);

  const confirm = async () => {
    await endSessions({ telegramId: user.telegram_id });
    setIsAsking(false);
  };

  return (
    <div className={styles.end}>
      <Button danger onClick={() => setIsAsking(true)}>
        End Sessions
      </Button>
      {isFailed && <ErrorAlert message={errorSentence(error, 'Failed to end sessions')} />}
      {data && <SuccessNote>{data.message}</SuccessNote>}
      <ConfirmDialog
        open={isAsking}
        title="End all sessions?"
        action="End Sessions"
        busy={isLoading}
        onConfirm={() => void confirm()}
        onCancel={() => setIsAsking(false)}
      >
        <p>
          {personName(user) || user.username || user.telegram_id} is signed out on every device and has to sign in
          again.
        </p>
      </ConfirmDialog>
    </div>
  );
}
