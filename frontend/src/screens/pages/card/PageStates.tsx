import type { Page } from '@flyerdeck/contracts/types';
import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts/values/credits';
import { StatusChip } from '../../../ui/StatusChip.tsx';

const UNPAID_TOOLTIP = `Not paid - ${PAGE_DAY_CREDITS} credits will be charged on first post`;

export function PageStates({ page }: { readonly page: Page }) {
  return (
    <div className="u-wrap u-gap6">
      <StatusChip
        tone={page.is_active ? 'success' : 'neutral'}
        title={page.is_active ? 'Page recently polled' : 'Page has not polled recently'}
      >
        {page.is_active ? 'Active' : 'Inactive'}
      </StatusChip>
      {page.is_paid ? (
        <StatusChip tone="success">Paid</StatusChip>
      ) : (
        <StatusChip tone="warning" title={UNPAID_TOOLTIP}>
          Unpaid
        </StatusChip>
      )}
    </div>
  );
}
