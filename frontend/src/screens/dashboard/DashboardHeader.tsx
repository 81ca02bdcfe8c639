import DashboardOutlined from '@ant-design/icons/DashboardOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import LogoutOutlined from '@ant-design/icons/LogoutOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { EXTENSION_VERSION } from '@flyerdeck/contracts/extension.values';
import { Button, type ButtonProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppSelector, useOpenSignIn } from '../../app/hooks.ts';
import { useGetBalanceQuery } from '../../data/credits/creditsApi.ts';
import { selectBalance } from '../../data/credits/creditsSlice.ts';
import { draftsDiscarded, selectHasUnsavedWork } from '../../data/drafts/draftsSlice.ts';
import { saveDrafts } from '../../data/drafts/draftThunks.ts';
import { logout } from '../../data/session/login.ts';
import { selectCurrentUser } from '../../data/session/sessionSlice.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { balanceLevel } from '../../lib/accounts.ts';
import { formatCredits } from '../../lib/numbers.ts';
import { openOutside } from '../../telegram/openOutside.ts';
import { LazyConfirmDialog } from '../../ui/lazyPart.tsx';
import styles from './DashboardHeader.module.css';
import type { DialogName } from './views.ts';

const AccountMenu = lazy(() => import('./account/AccountMenu.tsx'));

/** If saving takes longer, the user is asked whether to log out without saving. */
const SAVE_TIMEOUT_MS = 3_000;
const saveTimeout = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), SAVE_TIMEOUT_MS));

const accountButton = (props: ButtonProps) => (
  <Button icon={<UserOutlined aria-hidden />} aria-label="Account" {...props} />
);

interface DashboardHeaderProps {
  onShowCredits(): void;
  onOpen(dialog: DialogName): void;
}

export function DashboardHeader({ onShowCredits, onOpen }: DashboardHeaderProps) {
  const user = useAppSelector(selectCurrentUser);
  const dispatch = useAppDispatch();
  const openSignIn = useOpenSignIn();
  const navigate = useNavigate();
  const hasUnsavedWork = useAppSelector(selectHasUnsavedWork);
  const [isLeaving, setIsLeaving] = useState(false);
  const [isAsking, setIsAsking] = useUiState('leaveUnsaved', false);
  const [isMenuWanted, setIsMenuWanted] = useUiState('accountMenu.loaded', false);

  const leave = async () => {
    setIsLeaving(true);
    await dispatch(logout());
    openSignIn();
  };
  const saveAndLeave = async () => {
    setIsLeaving(true);
    if (!hasUnsavedWork) return leave();
    if (await Promise.race([dispatch(saveDrafts()), saveTimeout()])) return leave();
    setIsLeaving(false);
    setIsAsking(true);
  };
  const leaveUnsaved = () => {
    setIsAsking(false);
    dispatch(draftsDiscarded());
    return leave();
  };

  return (
    <header style={{ background: 'var(--fd-surface)' }}>
      <div className={`u-page u-line u-spread u-gap12 ${styles.inner}`}>
        <h1 className={`u-line u-flush u-gap10 u-bold ${styles.title}`}>
          <img src="/favicon.svg" alt="" width={24} height={24} />
          Flyerdeck
        </h1>
        <div className={`u-line u-gap8 ${styles.actions}`}>
          {user && (
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => onOpen('new-post')}
              aria-label="New post"
              aria-keyshortcuts="n"
            >
              <span className={styles.label}>New post</span>
            </Button>
          )}
          {user?.is_admin && (
            <Button
              icon={<DashboardOutlined aria-hidden />}
              onClick={() => navigate('/admin')}
              aria-label="Admin panel"
            >
              <span className={styles.label}>Admin</span>
            </Button>
          )}
          {user && <CreditChip onOpen={onShowCredits} />}
          <Button
            href="/extension.zip"
            download
            title={`Version ${EXTENSION_VERSION}`}
            onClick={openOutside}
            icon={<DownloadOutlined aria-hidden />}
            aria-label="Download extension"
          >
            <span className={styles.label}>Extension</span>
          </Button>
          <Button icon={<LogoutOutlined aria-hidden />} loading={isLeaving} onClick={saveAndLeave} aria-label="Logout">
            <span className={styles.label}>Logout</span>
          </Button>
          {user && (
            <Suspense fallback={accountButton({ loading: true })}>
              {isMenuWanted ? (
                <AccountMenu user={user} onOpen={onOpen} />
              ) : (
                accountButton({
                  'aria-haspopup': 'menu',
                  'aria-expanded': false,
                  onClick: () => setIsMenuWanted(true),
                })
              )}
            </Suspense>
          )}
        </div>
      </div>
      {isAsking && (
        <LazyConfirmDialog
          open
          title="Log out without saving?"
          action="Log out"
          onConfirm={leaveUnsaved}
          onCancel={() => setIsAsking(false)}
        >
          Your latest changes are not saved yet. They are lost when you log out now.
        </LazyConfirmDialog>
      )}
    </header>
  );
}

/** Posting spends credits without user input. */
const BALANCE_POLL_MS = 30_000;

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
      <span className={`u-medium ${styles.creditChipLabel}`}>{label}</span>
    </button>
  );
}
