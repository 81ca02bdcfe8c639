import { Flex } from 'antd';
import { Link } from 'react-router-dom';
import { userAddress } from './people.ts';

interface PersonCellProps {
  /** Null for the product's settings, and for an event without a user. */
  readonly telegramId: string | null;
  readonly name: string;
}

/** Name and Telegram id, as a link to the user. */
export function PersonCell({ telegramId, name }: PersonCellProps) {
  if (!telegramId) return <span className="u-muted">{name || '–'}</span>;
  return (
    <Flex vertical>
      <Link to={userAddress(telegramId)} style={{ overflowWrap: 'anywhere' }}>
        {name || telegramId}
      </Link>
      <span className="u-muted u-small">ID: {telegramId}</span>
    </Flex>
  );
}
