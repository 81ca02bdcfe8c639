import { Flex } from 'antd';
import { Link } from 'react-router-dom';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { userAddress } from './people.ts';

interface PersonCellProps {
  /** Null for the product's settings, and for an event without a user. */
  readonly telegramId: string | null;
  readonly name: string;
}

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

export const ActiveChip = ({ isActive }: { readonly isActive: boolean }) => (
  <StatusChip tone={isActive ? 'success' : 'danger'}>{isActive ? 'Active' : 'Inactive'}</StatusChip>
);

export const RoleChip = ({ isAdmin }: { readonly isAdmin: boolean }) => (
  <StatusChip tone={isAdmin ? 'accent' : 'neutral'}>{isAdmin ? 'Admin' : 'User'}</StatusChip>
);
