import { lazy } from 'react';
import { useLocation } from 'react-router-dom';

const BackupsScreen = lazy(() => import('./backups/BackupsScreen.tsx'));
const PageScreen = lazy(() => import('./page/PageScreen.tsx'));
const ReportsScreen = lazy(() => import('./reports/ReportsScreen.tsx'));
const SitePacksScreen = lazy(() => import('./sitePacks/SitePacksScreen.tsx'));

/** Rarely used screens. They are not in `routes.tsx`, because the addresses there are part of everybody's first load. */
export default function OperationScreens() {
  const { pathname } = useLocation();
  if (pathname.startsWith('/admin/pages')) return <PageScreen />;
  if (pathname.startsWith('/admin/reports')) return <ReportsScreen />;
  return pathname.startsWith('/admin/backups') ? <BackupsScreen /> : <SitePacksScreen />;
}
