import { statusLabel } from '@flyerdeck/contracts/values/statusLabel';
import { TASK_STATUS_LABELS } from '@flyerdeck/contracts/values/tasks';
import { StatusChip, statusTone } from './StatusChip.tsx';

/** The status of a task or of a posting. */
export const TaskStatusChip = ({ status }: { readonly status: string }) => (
  <StatusChip tone={statusTone(status)}>{statusLabel(TASK_STATUS_LABELS, status)}</StatusChip>
);
