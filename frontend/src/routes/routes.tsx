import { type ComponentType, Fragment, lazy, Suspense, useDeferredValue, useMemo } from 'react';
import { matchPath, Navigate, Route, Routes } from 'react-router-dom';
import { AdminGuard, DashboardGuard, LandingGuard, SignedInGuard } from '../app/guards.tsx';
import { loadCredentials } from '../data/request/storage.ts';

type ImportScreen = () => Promise<{ readonly default: ComponentType }>;

/** Renders at once when the chunk is loaded. React.lazy alone would suspend, and delay every screenshot of a post by up to 300 ms. */
export class ScreenChunk {
  screen: ComponentType;

  constructor(private readonly importScreen: ImportScreen) {
    this.screen = lazy(importScreen);
  }

  async load(): Promise<void> {
    this.screen = (await this.importScreen()).default;
  }
}

export function ChunkScreen({ chunk }: { readonly chunk: ScreenChunk }) {
  // Memoized, because a change of the component would reset the screen's state.
  const Screen = useMemo(() => chunk.screen, [chunk]);
  return <Screen />;
}

const themedChunk = (importScreen: ImportScreen): ScreenChunk =>
  new ScreenChunk(async () => {
    const [{ AntdTheme }, { default: Screen }] = await Promise.all([import('../app/AntdTheme.tsx'), importScreen()]);
    const ThemedScreen = () => (
      <AntdTheme>
        <Screen />
      </AntdTheme>
    );
    return { default: ThemedScreen };
  });

const chunk = (importScreen: ImportScreen) => new ScreenChunk(importScreen);
const operation = themedChunk(() => import('../screens/admin/OperationScreens.tsx'));

/** The screen of each address, and who may see it. Each is its own chunk; only chunks of screens with antd load antd. */
const ROUTES: readonly (readonly [path: string, chunk: ScreenChunk, guard?: typeof DashboardGuard])[] = [
  ['/', chunk(() => import('./DashboardRoute.tsx')), DashboardGuard],
  ['/auth', chunk(() => import('../screens/auth/LandingScreen.tsx')), LandingGuard],
  ['/auth/callback', chunk(() => import('../screens/auth/AuthCallbackScreen.tsx'))],
  ['/auth/delete-account', chunk(() => import('../screens/auth/DeleteAccountScreen.tsx')), SignedInGuard],
  ['/verify-link/:token?', themedChunk(() => import('../screens/verifyLink/VerifyLinkScreen.tsx'))],
  ['/screenshot-view/:pagePostingId?', chunk(() => import('../screens/preview/PreviewScreen.tsx'))],
  ['/tasks/:id', themedChunk(() => import('../screens/task/TaskScreen.tsx')), SignedInGuard],
  ['/admin', themedChunk(() => import('../screens/admin/dashboard/AdminDashboardScreen.tsx')), AdminGuard],
  ['/admin/users', themedChunk(() => import('../screens/admin/users/UsersScreen.tsx')), AdminGuard],
  ['/admin/users/:telegramId', themedChunk(() => import('../screens/admin/user/UserScreen.tsx')), AdminGuard],
  ['/admin/performance', themedChunk(() => import('../screens/admin/performance/PerformanceScreen.tsx')), AdminGuard],
  ['/admin/postings', themedChunk(() => import('../screens/admin/postings/PostingsScreen.tsx')), AdminGuard],
  ['/admin/credits', themedChunk(() => import('../screens/admin/credits/CreditsScreen.tsx')), AdminGuard],
  ['/admin/audit', themedChunk(() => import('../screens/admin/audit/AuditScreen.tsx')), AdminGuard],
  ['/admin/pages/:guid', operation, AdminGuard],
  ['/admin/reports', operation, AdminGuard],
  ['/admin/site-packs', operation, AdminGuard],
  ['/admin/backups', operation, AdminGuard],
];

/** Screens that need a session are not waited for, and loaded only with a stored session. */
export async function loadScreenOf(pathname: string): Promise<void> {
  const [, screen, guard] = ROUTES.find(([path]) => matchPath(path, pathname)) ?? [];
  const needsSession = guard !== undefined && guard !== LandingGuard;
  if (needsSession && !loadCredentials()) return;
  // The render requests a failed chunk again. If that fails too, the crash screen is shown.
  const loaded = screen?.load().catch(() => undefined);
  if (!needsSession) await loaded;
}

export function AppRoutes() {
  // A deferred update waits for the chunk of the first screen. The fallback would stay for at least 300 ms.
  const isStarted = useDeferredValue(true, false);
  return (
    <Suspense fallback={null}>
      {isStarted && (
        <Routes>
          {ROUTES.map(([path, screen, Guard = Fragment]) => (
            <Route
              key={path}
              path={path}
              element={
                <Guard>
                  <ChunkScreen chunk={screen} />
                </Guard>
              }
            />
          ))}
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      )}
    </Suspense>
  );
}
