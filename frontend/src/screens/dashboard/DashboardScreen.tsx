import { Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TabBar, tabIds } from '../../ui/TabBar.tsx';
import { DashboardHeader } from './DashboardHeader.tsx';
import styles from './DashboardScreen.module.css';
import { hasSearch, VIEW_LABELS, VIEWS, type View, viewOf, withView } from './views.ts';

// Each tab is a chunk of its own.
const PagesTab = lazy(() => import('../pages/PagesTab.tsx'));
const AssistantsTab = lazy(() => import('../assistants/AssistantsTab.tsx'));
const QueueTab = lazy(() => import('../queue/QueueTab.tsx'));
const PresetsTab = lazy(() => import('../presets/PresetsTab.tsx'));
const CreditsTab = lazy(() => import('../credits/CreditsTab.tsx'));

// Fetched when it is first opened: linking a page is rare, and a modal weighs as much as a tab.
const LinkModal = lazy(() => import('./LinkModal.tsx').then(({ LinkModal }) => ({ default: LinkModal })));

const TABS = VIEWS.map((view) => ({ key: view, label: VIEW_LABELS[view] }));
const TABS_ID = 'dashboard';

export default function DashboardScreen() {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const [linking, setLinking] = useState<'never' | 'open' | 'closed'>('never');
  const view = viewOf(params);
  const show = (next: View) => setParams(withView(params, next));
  const ids = tabIds(TABS_ID, view);

  return (
    <div className={styles.dashboard}>
      <DashboardHeader onShowCredits={() => show('credits')} />
      <main>
        <div className={styles.bar}>
          <div className={styles.barInner}>
            <TabBar id={TABS_ID} label="Dashboard" tabs={TABS} active={view} onSelect={show} />
            {hasSearch(view) && (
              <Input
                className={styles.search}
                type="search"
                allowClear
                aria-label="Search"
                placeholder="Search..."
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
            )}
          </div>
        </div>
        <div id={ids.panel} role="tabpanel" aria-labelledby={ids.tab} className={styles.content}>
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
      </main>
      {linking !== 'never' && (
        <Suspense>
          <LinkModal open={linking === 'open'} onClose={() => setLinking('closed')} />
        </Suspense>
      )}
    </div>
  );
}
