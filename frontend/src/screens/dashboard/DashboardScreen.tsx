import { Input, type InputRef } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAppSelector } from '../../app/hooks.ts';
import { selectCurrentUser } from '../../data/session/sessionSlice.ts';
import { areFirstStepsOver } from '../../data/session/storage.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TabBar, tabIds } from '../../ui/TabBar.tsx';
import { DashboardHeader } from './DashboardHeader.tsx';
import styles from './DashboardScreen.module.css';
import { useDashboardKeys } from './useDashboardKeys.ts';
import { useGivenToken } from './useGivenToken.ts';
import { hasSearch, VIEW_LABELS, VIEWS, type View, viewOf, withView } from './views.ts';

// Each tab is a chunk of its own.
const PagesTab = lazy(() => import('../pages/PagesTab.tsx'));
const AssistantsTab = lazy(() => import('../assistants/AssistantsTab.tsx'));
const QueueTab = lazy(() => import('../queue/QueueTab.tsx'));
const PresetsTab = lazy(() => import('../presets/PresetsTab.tsx'));
const CreditsTab = lazy(() => import('../credits/CreditsTab.tsx'));

// Fetched when first opened: they are rarely wanted, and a modal weighs as much as a tab.
const LinkModal = lazy(() => import('./LinkModal.tsx').then(({ LinkModal }) => ({ default: LinkModal })));
const FirstSteps = lazy(() => import('./FirstSteps.tsx').then(({ FirstSteps }) => ({ default: FirstSteps })));
const KeysDialog = lazy(() => import('./KeysDialog.tsx').then(({ KeysDialog }) => ({ default: KeysDialog })));

const TABS = VIEWS.map((view) => ({ key: view, label: VIEW_LABELS[view] }));
const TABS_ID = 'dashboard';

/** A modal is not fetched before it is first opened, and stays once it was, so that it closes as it opened. */
type Modality = 'never' | 'open' | 'closed';

export default function DashboardScreen() {
  const [params, setParams] = useSearchParams();
  // By tab: what is searched among pages says nothing of presets.
  const [searches, setSearches] = useState<Partial<Record<View, string>>>({});
  const [linking, setLinking] = useState<Modality>('never');
  const [givenToken, forgetGivenToken] = useGivenToken(() => setLinking('open'));
  const [listingKeys, setListingKeys] = useState<Modality>('never');
  const searchBox = useRef<InputRef>(null);
  const view = viewOf(params);
  const search = searches[view] ?? '';
  const show = (next: View) => setParams(withView(params, next));
  const user = useAppSelector(selectCurrentUser);
  const ids = tabIds(TABS_ID, view);
  useDashboardKeys({
    isPaused: linking === 'open' || listingKeys === 'open',
    onSearch: () => searchBox.current?.focus({ cursor: 'all' }),
    onShow: show,
    onHelp: () => setListingKeys('open'),
  });

  return (
    <div className={styles.dashboard}>
      <DashboardHeader onShowCredits={() => show('credits')} />
      <main>
        <div className={styles.bar}>
          <div className={`u-page ${styles.barInner}`}>
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
        <div id={ids.panel} role="tabpanel" aria-labelledby={ids.tab} className={`u-page ${styles.content}`}>
          <Suspense fallback={<Skeleton label={`Loading ${VIEW_LABELS[view]}`} />}>
            {view === 'pages' && <PagesTab search={search} onLinkPage={() => setLinking('open')} />}
            {view === 'assistants' && (
              <AssistantsTab search={search} expandAssistantId={params.get('expandAssistant') || null} />
            )}
            {view === 'queue' && <QueueTab />}
            {view === 'presets' && <PresetsTab search={search} />}
            {view === 'credits' && <CreditsTab />}
          </Suspense>
        </div>
        {/* Below what a tab says of itself: it moves nothing when it comes and nothing when it goes. */}
        {user && !areFirstStepsOver(user.telegram_id) && (
          <Suspense>
            <FirstSteps key={user.telegram_id} person={user} onShow={show} onLinkPage={() => setLinking('open')} />
          </Suspense>
        )}
      </main>
      {listingKeys !== 'never' && (
        <Suspense>
          <KeysDialog open={listingKeys === 'open'} onClose={() => setListingKeys('closed')} />
        </Suspense>
      )}
      {linking !== 'never' && (
        <Suspense>
          <LinkModal
            open={linking === 'open'}
            givenToken={givenToken}
            onClose={() => {
              setLinking('closed');
              forgetGivenToken();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
