import type { AuditEvent } from '@flyerdeck/contracts/types';
import { Flex, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { CopyableId, Facts } from '../layout/Facts.tsx';
import { userAddress, userCreditsAddress, userPostingsAddress } from '../people/people.ts';

interface PersonProps {
  readonly telegramId: string | null;
  readonly name: string;
  /** What the person is in the event: 'admin'. */
  readonly what: string;
}

const Person = ({ telegramId, name, what }: PersonProps) =>
  telegramId ? (
    <Flex wrap align="center" gap="0 8px">
      {name && <Link to={userAddress(telegramId)}>{name}</Link>}
      <CopyableId id={telegramId} what={what} />
    </Flex>
  ) : (
    name || 'None'
  );

/** All facts of an audit event, and where more is known about its user. */
export default function AuditDetail({ event }: { readonly event: AuditEvent }) {
  const { target_telegram_id: target } = event;
  const facts = {
    Who: <Person telegramId={event.admin_telegram_id} name={event.admin_name} what="admin" />,
    User: (
      <Flex vertical>
        <Person telegramId={target} name={event.target_name} what="user" />
        {target && (
          <Flex gap="middle">
            <Link to={userPostingsAddress(target)}>View Postings</Link>
            <Link to={userCreditsAddress(target)}>View Credits</Link>
          </Flex>
        )}
      </Flex>
    ),
    'When (UTC)': event.at,
    Event: <CopyableId id={event.id} what="event" />,
    ...(event.summary && {
      Details: <Typography.Text style={{ whiteSpace: 'pre-wrap' }}>{event.summary}</Typography.Text>,
    }),
  };
  return (
    <Facts
      layout="vertical"
      colon={false}
      column={{ xs: 1, sm: 2, xl: 4 }}
      styles={{ label: { fontSize: 12 } }}
      facts={facts}
      style={{ padding: 8 }}
    />
  );
}
