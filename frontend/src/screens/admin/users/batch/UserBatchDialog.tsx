import type { UserBatchPreview, UserSelection } from '@flyerdeck/contracts/types';
import { Flex, Typography } from 'antd';
import { usePreviewUserBatchQuery, useRunUserBatchMutation } from '../../../../data/admin/userBatchesApi.ts';
import { failureSentence } from '../../../../data/apiError.ts';
import { counted } from '../../../../lib/counted.ts';
import { ErrorAlert } from '../../../../ui/ErrorAlert.tsx';
import { MountedDialog } from '../../layout/MountedDialog.tsx';
import { QueryAlert } from '../../layout/QueryAlert.tsx';

interface UserBatchDialogProps {
  readonly users: UserSelection;
  readonly isActive: boolean;
  onDone(message: string): void;
  onClose(): void;
}

const leftOutText = ({ unchanged, includes_you }: UserBatchPreview, isActive: boolean): string =>
  [unchanged > 0 && `${counted(unchanged, 'user')} already ${isActive ? 'active' : 'inactive'}`, includes_you && 'you']
    .filter(Boolean)
    .join('; ');

/** Activates or deactivates many users. Shows first how many; changes exactly these. */
export default function UserBatchDialog({ users, isActive, onDone, onClose }: UserBatchDialogProps) {
  const body = { users, is_active: isActive };
  const preview = usePreviewUserBatchQuery({ body }, { refetchOnMountOrArgChange: true });
  const [run, { isLoading, error }] = useRunUserBatchMutation();
  const dryRun = preview.isFetching ? undefined : preview.currentData;
  const verb = isActive ? 'Activate' : 'Deactivate';
  const failure = failureSentence(error, `Failed to ${verb.toLowerCase()} the users`);
  const leftOut = dryRun && leftOutText(dryRun, isActive);

  const apply = async () => {
    if (!dryRun) return;
    const { data } = await run({ body: { ...body, fingerprint: dryRun.fingerprint } });
    if (data) onDone(data.message);
  };
  return (
    <MountedDialog
      title={`${verb} users`}
      width={460}
      okText={dryRun && dryRun.users > 0 ? `${verb} ${counted(dryRun.users, 'User')}` : verb}
      okButtonProps={{ danger: !isActive, disabled: !dryRun || dryRun.users === 0, loading: isLoading }}
      onOk={apply}
      onClose={onClose}
    >
      <Flex vertical gap="small" role="status" aria-label="Dry run">
        {dryRun ? (
          <>
            <Typography.Text strong>
              {dryRun.users === 0
                ? 'Nobody to change.'
                : `${counted(dryRun.users, 'user')} will be ${verb.toLowerCase()}d${dryRun.admins > 0 ? `, ${counted(dryRun.admins, 'admin')} among them` : ''}.`}
            </Typography.Text>
            {!isActive && dryRun.users > 0 && (
              <Typography.Text>They are signed out, and their pages get no more postings.</Typography.Text>
            )}
            {leftOut && <Typography.Text type="secondary">{`Left out: ${leftOut}.`}</Typography.Text>}
          </>
        ) : (
          !preview.error && <Typography.Text type="secondary">Counting…</Typography.Text>
        )}
        <QueryAlert query={preview} />
        {failure && <ErrorAlert message={failure} />}
      </Flex>
    </MountedDialog>
  );
}
