import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts/limits';
import type { Page } from '@flyerdeck/contracts/types';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import styles from './PageStates.module.css';

const UNPAID_TOOLTIP = `Not paid - ${PAGE_DAY_CREDITS} credits will be charged on first post`;

/** Whether a page polls and whether posting on it is paid for. */
export function PageStates({ page }: { readonly page: Page }) {
  return (
    <div className={`u-wrap ${styles.states}`}>
      {page.is_active ? (
        <StatusChip tone="success" title="Page recently polled">
          Active
        </StatusChip>
      ) : (
        <StatusChip tone="neutral" title="Page has not polled recently">
          Inactive
        </StatusChip>
      )}
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
