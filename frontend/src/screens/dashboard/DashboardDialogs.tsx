import type { CurrentUser } from '@flyerdeck/contracts/types';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { useSettingsButton } from '../../telegram/buttons.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { HomeScreenOffer } from './HomeScreenOffer.tsx';
import { useDashboardKeys } from './useDashboardKeys.ts';
import type { DialogName, View } from './views.ts';

const NewPostDialog = lazyPart(() => import('../assistants/compose/NewPostDialog.tsx'));
const PrivacyDialog = lazyPart(() => import('./account/PrivacyDialog.tsx'));
const ReportDialog = lazyPart(() => import('../../app/report/ReportDialog.tsx'));
const RunnersDialog = lazyPart(() => import('./account/RunnersDialog.tsx'));
const SessionsDialog = lazyPart(() => import('./account/SessionsDialog.tsx'));
const DashboardKeysDialog = lazyPart(() => import('./DashboardKeysDialog.tsx'));

interface DashboardDialogsProps {
  readonly user: CurrentUser | null;
  /** The dialog in the address. */
  readonly dialog: DialogName | null;
  /** Another dialog is open. */
  readonly isPaused: boolean;
  onFocusSearch(): void;
  onShow(view: View): void;
  onOpen(dialog: DialogName | null): void;
}

/** What is loaded after the dashboard: its shortcuts, the dialogs that they and the address open, and the offer of the mini app. */
export default function DashboardDialogs(props: DashboardDialogsProps) {
  const { user, dialog, isPaused, onFocusSearch, onShow, onOpen } = props;
  // Null until it is first opened. After that it stays mounted, so that its closing is animated.
  const [isListingKeys, setIsListingKeys] = useUiState<boolean | null>('keys', null);
  useDashboardKeys({
    isPaused: isPaused || isListingKeys === true || dialog !== null,
    onSearch: onFocusSearch,
    onShow,
    onNewPost: () => onOpen('new-post'),
    onHelp: () => setIsListingKeys(true),
  });
  useSettingsButton(() => onOpen('privacy'));
  const onClose = () => onOpen(null);
  return (
    <>
      {user && <HomeScreenOffer key={user.telegram_id} telegramId={user.telegram_id} />}
      {user && dialog === 'new-post' && <NewPostDialog onClosed={onClose} onShowQueue={() => onShow('queue')} />}
      {user && dialog === 'privacy' && <PrivacyDialog onClose={onClose} />}
      {user && dialog === 'runners' && <RunnersDialog onClose={onClose} />}
      {user && dialog === 'sessions' && <SessionsDialog onClose={onClose} />}
      {user && dialog === 'report' && <ReportDialog onClose={onClose} />}
      {isListingKeys !== null && <DashboardKeysDialog open={isListingKeys} onClose={() => setIsListingKeys(false)} />}
    </>
  );
}
