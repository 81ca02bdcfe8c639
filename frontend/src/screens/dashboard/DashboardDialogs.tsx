import type { CurrentUser } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAppDispatch } from '../../app/hooks.ts';
import { endOffer, isOver } from '../../data/request/userStorage.ts';
import { sessionApi } from '../../data/session/sessionSlice.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { isShortcut } from '../../lib/shortcut.ts';
import { useSettingsButton } from '../../telegram/buttons.ts';
import { useWebApp } from '../../telegram/webApp.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { type DialogName, TAB_KEYS, type View } from './views.ts';

const NewPostDialog = lazyPart(() => import('../assistants/compose/NewPostDialog.tsx'));
const MessagesDialog = lazyPart(() => import('./account/MessagesDialog.tsx'));
const PrivacyDialog = lazyPart(() => import('./account/PrivacyDialog.tsx'));
const ReportDialog = lazyPart(() => import('../../app/report/ReportDialog.tsx'));
const RunnersDialog = lazyPart(() => import('./account/RunnersDialog.tsx'));
const SessionsDialog = lazyPart(() => import('./account/SessionsDialog.tsx'));
const DashboardKeysDialog = lazyPart(() => import('./DashboardKeysDialog.tsx'));

interface DashboardDialogsProps {
  readonly user: CurrentUser | null;
  readonly dialog: DialogName | null;
  readonly isPaused: boolean;
  onFocusSearch(): void;
  onShow(view: View): void;
  onOpen(dialog: DialogName | null): void;
}

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
  const askForMessages = useAskForMessages(user);
  // Once, after the first sign-in in the mini app. Without the permission the bot can tell nothing.
  useEffect(() => {
    if (!user || !askForMessages || isOver('write_access', user.telegram_id)) return;
    endOffer('write_access', user.telegram_id);
    askForMessages();
  });
  const onClose = () => onOpen(null);
  return (
    <>
      {user && <HomeScreenOffer key={user.telegram_id} telegramId={user.telegram_id} />}
      {user && dialog === 'new-post' && <NewPostDialog onClosed={onClose} onShowQueue={() => onShow('queue')} />}
      {user && dialog === 'messages' && <MessagesDialog {...{ user, askForMessages, onClose }} />}
      {user && dialog === 'privacy' && <PrivacyDialog onClose={onClose} />}
      {user && dialog === 'runners' && <RunnersDialog onClose={onClose} />}
      {user && dialog === 'sessions' && <SessionsDialog onClose={onClose} />}
      {user && dialog === 'report' && <ReportDialog onClose={onClose} />}
      {isListingKeys !== null && <DashboardKeysDialog open={isListingKeys} onClose={() => setIsListingKeys(false)} />}
    </>
  );
}

/** Offers once to add the mini app to the home screen. Shows nothing where Telegram cannot do so, or has done so. */
export function HomeScreenOffer({ telegramId }: { readonly telegramId: string }) {
  const webApp = useWebApp();
  const [isEnded, setIsEnded] = useState(() => isOver('home_screen', telegramId));
  const [canAdd, setCanAdd] = useState(false);
  useEffect(() => {
    if (isEnded || !webApp?.isVersionAtLeast('8.0')) return;
    webApp.checkHomeScreenStatus((status) => setCanAdd(status === 'missed' || status === 'unknown'));
  }, [webApp, isEnded]);
  if (!webApp || isEnded || !canAdd) return null;
  const end = () => {
    endOffer('home_screen', telegramId);
    setIsEnded(true);
  };
  return (
    <section aria-label="Home screen" className="u-page u-below12">
      <div className="u-notice u-tone u-wrap u-spread u-gap8" data-tone="info">
        <span>Open Flyerdeck from your home screen.</span>
        <span className="u-wrap u-gap8">
          <Button
            size="small"
            type="primary"
            onClick={() => {
              webApp.addToHomeScreen();
              end();
            }}
          >
            Add
          </Button>
          <Button size="small" onClick={end}>
            Not now
          </Button>
        </span>
      </div>
    </section>
  );
}

/** Telegram's question whether the bot may write. Null where the bot may, or Telegram cannot ask. */
export function useAskForMessages(user: CurrentUser | null): (() => void) | null {
  const webApp = useWebApp();
  const dispatch = useAppDispatch();
  if (!user || user.bot_may_write || !webApp?.isVersionAtLeast('6.9')) return null;
  // Telegram tells the server a little later, by a message to the bot.
  const allowed = sessionApi.util.upsertQueryData('me', undefined, { ...user, bot_may_write: true });
  return () => webApp.requestWriteAccess((isAllowed) => isAllowed && dispatch(allowed));
}

interface DashboardKeys {
  /** True while a dialog is open, also before it gets the focus. */
  readonly isPaused: boolean;
  onSearch(): void;
  onShow(view: View): void;
  onNewPost(): void;
  onHelp(): void;
}

const TAB_KEY_WITHIN_MS = 1_500;

/** Shortcuts: `/` search, `g` and a letter to switch tabs, `n` new post, `?` help, not active in text fields and dialogs. */
function useDashboardKeys({ isPaused, onSearch, onShow, onNewPost, onHelp }: DashboardKeys): void {
  const tabKeyUntil = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isPaused || !isShortcut(event)) return;

    const view = event.timeStamp < tabKeyUntil.current ? TAB_KEYS[event.key] : undefined;
    tabKeyUntil.current = event.key === 'g' ? event.timeStamp + TAB_KEY_WITHIN_MS : 0;
    if (view) onShow(view);
    else if (event.key === 'n') onNewPost();
    else if (event.key === '?') onHelp();
    else if (event.key === '/') {
      event.preventDefault();
      onSearch();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
