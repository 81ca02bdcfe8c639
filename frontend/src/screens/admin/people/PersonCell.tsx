import { Flex, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { userAddress } from './people.ts';

interface PersonCellProps {
  /** Null for the product's settings, and for an event without a user. */
  readonly telegramId: string | null;
  readonly name: string;
}

/** Name and Telegram id, as a link to the user. */
export function PersonCell({ telegramId, name }: PersonCellProps) {
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
