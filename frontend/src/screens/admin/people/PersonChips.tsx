import { StatusChip } from '../../../ui/StatusChip.tsx';

export const ActiveChip = ({ isActive }: { readonly isActive: boolean }) => (
  <StatusChip tone={isActive ? 'success' : 'danger'}>{isActive ? 'Active' : 'Inactive'}</StatusChip>
);

export const RoleChip = ({ isAdmin }: { readonly isAdmin: boolean }) => (
  <StatusChip tone={isAdmin ? 'accent' : 'neutral'}>{isAdmin ? 'Admin' : 'User'}</StatusChip>
);
