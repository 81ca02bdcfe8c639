import type { AuditEvent } from '@flyerdeck/contracts/types';
import { AUDIT_EVENT_LABELS } from '@flyerdeck/contracts/values/audit';
import { statusLabel } from '@flyerdeck/contracts/values/statusLabel';
import { formatExactTime } from '../../../lib/formatDate.ts';
import { PersonCell } from '../people/PersonCell.tsx';
import { type AdminColumn, timeColumn } from '../table/columns.tsx';

export const AUDIT_COLUMNS: readonly AdminColumn<AuditEvent>[] = [
  timeColumn({ key: 'at', title: 'When', width: 180 }, ({ at }) => at, formatExactTime),
  {
    key: 'who',
    title: 'Who',
    width: 190,
    render: (_, { admin_telegram_id, admin_name }) => <PersonCell telegramId={admin_telegram_id} name={admin_name} />,
  },
  {
    key: 'what',
    title: 'What',
    width: 190,
    render: (_, { act }) => <span className="u-strong">{statusLabel(AUDIT_EVENT_LABELS, act)}</span>,
  },
  {
    key: 'user',
    title: 'User',
    width: 190,
    render: (_, { target_telegram_id, target_name }) => (
      <PersonCell telegramId={target_telegram_id} name={target_name} />
    ),
  },
  {
    key: 'details',
    title: 'Details',
    width: 360,
    render: (_, { summary }) => <span style={{ overflowWrap: 'anywhere' }}>{summary}</span>,
  },
];
