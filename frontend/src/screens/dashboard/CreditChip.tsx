import { useAppSelector } from '../../app/hooks.ts';
import { useGetBalanceQuery } from '../../data/credits/creditsApi.ts';
import { selectBalance } from '../../data/credits/creditsSlice.ts';
import { selectCurrentUser } from '../../data/session/sessionSlice.ts';
import { balanceLevel } from '../../lib/accounts.ts';
import { formatCredits } from '../../lib/numbers.ts';
import styles from './CreditChip.module.css';

/** Posting spends credits without user input. */
const BALANCE_POLL_MS = 30_000;

/** A button with the balance that opens the credits tab. */
export function CreditChip({ onOpen }: { onOpen(): void }) {
  useGetBalanceQuery(undefined, { pollingInterval: BALANCE_POLL_MS, skipPollingIfUnfocused: true });
  // Until the first answer the balance at the start of the session, so that the header does not move.
  const credits = useAppSelector((state) => (selectBalance(state) ?? selectCurrentUser(state))?.credits_balance);
  if (credits === undefined) return null;
  const { label, tone } = balanceLevel(credits);
  return (
    <button
      type="button"
      className={`u-tone u-line u-fine u-gap6 ${styles.chip}`}
      data-tone={tone}
      title={`${credits} credits`}
      onClick={onOpen}
    >
      <span className="u-tabular u-bold">{formatCredits(credits)}</span> <span className={styles.unit}>credits</span>{' '}
      <span className={`u-medium ${styles.label}`}>{label}</span>
    </button>
  );
}
