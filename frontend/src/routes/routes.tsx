import { type ComponentType, lazy, Suspense, useDeferredValue, useMemo } from 'react';
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

// Each route is its own chunk. Only chunks of screens with antd load antd.
const dashboard = new ScreenChunk(() => import('./DashboardRoute.tsx'));
const landing = new ScreenChunk(() => import('../screens/auth/LandingScreen.tsx'));
const authCallback = new ScreenChunk(() => import('../screens/auth/AuthCallbackScreen.tsx'));
const deleteAccount = new ScreenChunk(() => import('../screens/auth/DeleteAccountScreen.tsx'));
const preview = new ScreenChunk(() => import('../screens/preview/PreviewScreen.tsx'));

const verifyLink = themedChunk(() => import('../screens/verifyLink/VerifyLinkScreen.tsx'));
const task = themedChunk(() => import('../screens/task/TaskScreen.tsx'));
const operation = themedChunk(() => import('../screens/admin/OperationScreens.tsx'));

const ADMIN = {
  '/admin': themedChunk(() => import('../screens/admin/dashboard/AdminDashboardScreen.tsx')),
  '/admin/users': themedChunk(() => import('../screens/admin/users/UsersScreen.tsx')),
  '/admin/users/:telegramId': themedChunk(() => import('../screens/admin/user/UserScreen.tsx')),
  '/admin/performance': themedChunk(() => import('../screens/admin/performance/PerformanceScreen.tsx')),
  '/admin/postings': themedChunk(() => import('../screens/admin/postings/PostingsScreen.tsx')),
  '/admin/credits': themedChunk(() => import('../screens/admin/credits/CreditsScreen.tsx')),
  '/admin/audit': themedChunk(() => import('../screens/admin/audit/AuditScreen.tsx')),
  '/admin/pages/:guid': operation,
  '/admin/reports': operation,
  '/admin/site-packs': operation,
  '/admin/backups': operation,
};
const AFTER_SESSION = Object.entries({ '/': dashboard, '/tasks/:id': task, ...ADMIN });

const CHUNKS: readonly [RegExp, ScreenChunk][] = [
  [/^\/auth\/callback\/?$/, authCallback],
  [/^\/auth\/?$/, landing],
  [/^\/verify-link(\/|$)/, verifyLink],
  [/^\/screenshot-view(\/|$)/, preview],
];

/** Screens that need a session are not waited for, and loaded only with a stored session. */
export async function loadScreenOf(pathname: string): Promise<void> {
  // The render requests a failed chunk again. If that fails too, the crash screen is shown.
  const load = (chunk: ScreenChunk | undefined) => chunk?.load().catch(() => undefined);
  if (loadCredentials()) void load(AFTER_SESSION.find(([path]) => matchPath(path, pathname))?.[1]);
  await load(CHUNKS.find(([pattern]) => pattern.test(pathname))?.[1]);
}

export function AppRoutes() {
  // A deferred update waits for the chunk of the first screen. The fallback would stay for at least 300 ms.
  const isStarted = useDeferredValue(true, false);
  return (
    <Suspense fallback={null}>
      {isStarted && (
        <Routes>
          <Route
            path="/"
            element={
              <DashboardGuard>
                <ChunkScreen chunk={dashboard} />
              </DashboardGuard>
            }
          />
          <Route
            path="/auth"
            element={
              <LandingGuard>
                <ChunkScreen chunk={landing} />
              </LandingGuard>
            }
          />
          <Route path="/auth/callback" element={<ChunkScreen chunk={authCallback} />} />
          <Route
            path="/auth/delete-account"
            element={
              <SignedInGuard>
                <ChunkScreen chunk={deleteAccount} />
              </SignedInGuard>
            }
          />
          <Route path="/verify-link/:token?" element={<ChunkScreen chunk={verifyLink} />} />
          <Route path="/screenshot-view/:pagePostingId?" element={<ChunkScreen chunk={preview} />} />
          {Object.entries(ADMIN).map(([path, chunk]) => (
            <Route
              key={path}
              path={path}
              element={
                <AdminGuard>
                  <ChunkScreen chunk={chunk} />
                </AdminGuard>
              }
            />
          ))}
          <Route
            path="/tasks/:id"
            element={
              <SignedInGuard>
                <ChunkScreen chunk={task} />
              </SignedInGuard>
            }
          />
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      )}
    </Suspense>
  );
}
