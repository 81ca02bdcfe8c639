import { statusLabel } from '@flyerdeck/contracts/values/statusLabel';
import { TASK_STATUS_LABELS } from '@flyerdeck/contracts/values/tasks';
import { StatusChip, statusTone } from './StatusChip.tsx';

export const TaskStatusChip = ({ status }: { readonly status: string }) => (
  <StatusChip tone={statusTone(status)}>{statusLabel(TASK_STATUS_LABELS, status)}</StatusChip>
);
