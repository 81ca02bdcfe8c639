import type { AuditEvent } from '@flyerdeck/contracts/types';
import { AUDIT_EVENT_LABELS } from '@flyerdeck/contracts/values/audit';
import { statusLabel } from '@flyerdeck/contracts/values/statusLabel';
import { Flex, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { formatExactTime } from '../../../lib/formatDate.ts';
import { userAddress } from '../people/people.ts';
import { type AdminColumn, SORT_DESCENDING } from '../table/adminColumn.ts';

interface PersonProps {
  /** Null for the product's settings, and for an event without a user. */
  readonly telegramId: string | null;
  readonly name: string;
}

/** Name and Telegram id, as a link to the user. */
function Person({ telegramId, name }: PersonProps) {
  if (!telegramId) return <Typography.Text type="secondary">{name || '–'}</Typography.Text>;
  return (
    <Flex vertical>
      <Link to={userAddress(telegramId)} style={{ overflowWrap: 'anywhere' }}>
        {name || telegramId}
      </Link>
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        ID: {telegramId}
      </Typography.Text>
    </Flex>
  );
}

export const AUDIT_COLUMNS: readonly AdminColumn<AuditEvent>[] = [
  {
    key: 'at',
    title: 'When',
    width: 180,
    ...SORT_DESCENDING,
    render: (_, { at }) => <time dateTime={at}>{formatExactTime(at)}</time>,
  },
  {
    key: 'who',
    title: 'Who',
    width: 190,
    render: (_, { admin_telegram_id, admin_name }) => <Person telegramId={admin_telegram_id} name={admin_name} />,
  },
  {
    key: 'what',
    title: 'What',
    width: 190,
    render: (_, { act }) => <Typography.Text strong>{statusLabel(AUDIT_EVENT_LABELS, act)}</Typography.Text>,
  },
  {
    key: 'user',
    title: 'User',
    width: 190,
    render: (_, { target_telegram_id, target_name }) => <Person telegramId={target_telegram_id} name={target_name} />,
  },
  {
    key: 'details',
    title: 'Details',
    width: 360,
    render: (_, { summary }) => <span style={{ overflowWrap: 'anywhere' }}>{summary}</span>,
  },
];
