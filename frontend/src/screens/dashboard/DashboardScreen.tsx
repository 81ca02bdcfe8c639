import { Input, type InputRef } from 'antd';
import { lazy, Suspense, useRef, useSyncExternalStore } from 'react';
import { CrashScreen } from '../../app/CrashScreen.tsx';
import { useAppSelector, useUrlParams, withParam } from '../../app/hooks.ts';
import { isOver } from '../../data/request/userStorage.ts';
import { selectCurrentUser } from '../../data/session/sessionSlice.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { hourClock, onHourClock } from '../../lib/hourClock.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { Skeleton } from '../../ui/notices.tsx';
import { TabBar, tabIds } from '../../ui/TabBar.tsx';
import PagesTab from '../pages/PagesTab.tsx';
import { DashboardHeader } from './DashboardHeader.tsx';
import styles from './DashboardScreen.module.css';
import { useGivenToken } from './useGivenToken.ts';
import { type DialogName, dialogOf, hasSearch, VIEW_LABELS, VIEWS, type View, viewOf, withView } from './views.ts';

// Not lazy: the tab that opens first would wait for one more round trip.

const AssistantsTab = lazy(() => import('../assistants/AssistantsTab.tsx'));
const QueueTab = lazy(() => import('../queue/QueueTab.tsx'));
const PresetsTab = lazy(() => import('../presets/PresetsTab.tsx'));
const CreditsTab = lazy(() => import('../credits/CreditsTab.tsx'));

const AttentionStrip = lazy(() => import('./attention/AttentionStrip.tsx'));

// Loaded on first use: they are rarely used, and antd's modal is as large as a tab's code.
const LinkModal = lazyPart(() => import('./LinkModal.tsx'));
const FirstSteps = lazyPart(() => import('./firstSteps/FirstSteps.tsx'));
// Requested at once, for its shortcuts, and not waited for.
const dialogs = import('./DashboardDialogs.tsx');
const DashboardDialogs = lazyPart(() => dialogs);

const TABS = VIEWS.map((view) => ({ key: view, label: VIEW_LABELS[view] }));
const TABS_ID = 'dashboard';

export default function DashboardScreen() {
  const [params, changeParams] = useUrlParams();
  const [searches, setSearches] = useUiState<Partial<Record<View, string>>>('searches', {});
  // Null until the dialog is first opened and loaded. After that it stays mounted, so that its closing is animated.
  const [isLinking, setIsLinking] = useUiState<boolean | null>('linkPage', null);
  const [givenToken, clearGivenToken] = useGivenToken(() => setIsLinking(true));
  const searchBox = useRef<InputRef>(null);
  const view = viewOf(params);
  const search = searches[view] ?? '';
  const show = (next: View) => changeParams((current) => withView(current, next));
  const searchIn = (next: View, text: string) => {
    setSearches((before) => ({ ...before, [next]: text }));
    show(next);
  };
  const dialog = dialogOf(params);
  const open = (name: DialogName | null) => changeParams(withParam('dialog', name));
  // Mounted again, so that all times have the chosen hours.
  const clock = useSyncExternalStore(onHourClock, hourClock);
  const user = useAppSelector(selectCurrentUser);
  const ids = tabIds(TABS_ID, view);
  const attentionSpace = (
    <div style={{ height: 'max(36px, var(--fd-control-height-small))', background: 'var(--fd-surface)' }} />
  );

  return (
    <div style={{ minHeight: 'calc(var(--fd-window-height) - var(--fd-safe-top) - var(--fd-safe-bottom))' }}>
      <DashboardHeader onShowCredits={() => show('credits')} onOpen={open} />
      <main>
        {user && (
          <Suspense fallback={attentionSpace}>
            <AttentionStrip onShow={show} onSearchIn={searchIn} />
          </Suspense>
        )}
        <div
          style={{
            position: 'sticky',
            top: 'var(--fd-safe-top)',
            zIndex: 10,
            borderBottom: '1px solid var(--fd-border)',
            background: 'var(--fd-surface)',
          }}
        >
          <div className={`u-page u-wrap u-spread ${styles.barInner}`}>
            <TabBar id={TABS_ID} label="Dashboard" tabs={TABS} active={view} onSelect={show} />
            {hasSearch(view) && (
              <Input
                ref={searchBox}
                className={styles.search}
                type="search"
                allowClear
                aria-label="Search"
                aria-keyshortcuts="/"
                placeholder="Search..."
                value={search}
                onChange={({ target }) => setSearches((before) => ({ ...before, [view]: target.value }))}
              />
            )}
          </div>
        </div>
        <div
          key={clock}
          id={ids.panel}
          role="tabpanel"
          aria-labelledby={ids.tab}
          className={`u-page ${styles.content}`}
        >
          {/* A tab that cannot be loaded, for example offline, leaves the header and the other tabs. */}
          <CrashScreen key={view}>
            <Suspense fallback={<Skeleton label={`Loading ${VIEW_LABELS[view]}`} />}>
              {view === 'pages' && <PagesTab search={search} onLinkPage={() => setIsLinking(true)} />}
              {view === 'assistants' && (
                <AssistantsTab search={search} expandAssistantId={params.get('expandAssistant') || null} />
              )}
              {view === 'queue' && <QueueTab />}
              {view === 'presets' && <PresetsTab search={search} />}
              {view === 'credits' && <CreditsTab />}
            </Suspense>
          </CrashScreen>
        </div>
        {/* Below the tab, so that the tab's content does not move when this appears or disappears. */}
        {user && !isOver('first_steps', user.telegram_id) && (
          <FirstSteps
            key={user.telegram_id}
            person={user}
            onShow={show}
            onOpen={open}
            onLinkPage={() => setIsLinking(true)}
          />
        )}
      </main>
      <DashboardDialogs
        user={user}
        dialog={dialog}
        isPaused={isLinking === true}
        onFocusSearch={() => searchBox.current?.focus({ cursor: 'all' })}
        onShow={show}
        onOpen={open}
      />
      {isLinking !== null && (
        <LinkModal
          open={isLinking}
          givenToken={givenToken}
          onClose={() => {
            setIsLinking(false);
            clearGivenToken();
          }}
        />
      )}
    </div>
  );
}
