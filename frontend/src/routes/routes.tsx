import { type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { AdminGuard, DashboardGuard, LandingGuard, SignedInGuard } from '../app/guards.tsx';
import { LoadingText } from '../app/LoadingText.tsx';
import { ChunkScreen, ScreenChunk, themedChunk } from '../app/ScreenChunk.tsx';

// Each route is its own chunk. Only chunks of screens with antd load antd.
const dashboard = new ScreenChunk(() => import('./DashboardRoute.tsx'));
const landing = new ScreenChunk(() => import('../screens/auth/LandingScreen.tsx'));
const authCallback = new ScreenChunk(() => import('../screens/auth/AuthCallbackScreen.tsx'));
const deleteAccount = new ScreenChunk(() => import('../screens/auth/DeleteAccountScreen.tsx'));
const preview = new ScreenChunk(() => import('../screens/preview/PreviewScreen.tsx'));

const adminDashboard = themedChunk(() => import('../screens/admin/dashboard/AdminDashboardScreen.tsx'));
const adminUsers = themedChunk(() => import('../screens/admin/users/UsersScreen.tsx'));
const adminUser = themedChunk(() => import('../screens/admin/user/UserScreen.tsx'));
const adminPerformance = themedChunk(() => import('../screens/admin/performance/PerformanceScreen.tsx'));
const adminPostings = themedChunk(() => import('../screens/admin/postings/PostingsScreen.tsx'));
const adminCredits = themedChunk(() => import('../screens/admin/credits/CreditsScreen.tsx'));
const adminAudit = themedChunk(() => import('../screens/admin/audit/AuditScreen.tsx'));
const adminReports = themedChunk(() => import('../screens/admin/reports/ReportsScreen.tsx'));
const adminSitePacks = themedChunk(() => import('../screens/admin/sitePacks/SitePacksScreen.tsx'));
const verifyLink = themedChunk(() => import('../screens/verifyLink/VerifyLinkScreen.tsx'));
const task = themedChunk(() => import('../screens/task/TaskScreen.tsx'));

/** The screens that the first render waits for, by address. */
const CHUNKS: readonly [RegExp, ScreenChunk][] = [
  [/^\/auth\/callback\/?$/, authCallback],
  [/^\/auth\/?$/, landing],
  [/^\/verify-link(\/|$)/, verifyLink],
  [/^\/screenshot-view(\/|$)/, preview],
];

/**
 * Loads the screen of an address before the first render. The dashboard is not waited for, because it has a loading
 * text. It is loaded only with a stored session, because other users are sent to the landing page.
 */
export async function loadScreenOf(pathname: string, { hasSession }: { hasSession: boolean }): Promise<void> {
  // The render requests a failed chunk again. If that fails too, the crash screen is shown.
  const load = (chunk: ScreenChunk) => chunk.load().catch(() => undefined);
  if (pathname === '/' && hasSession) void load(dashboard);
  const chunk = CHUNKS.find(([pattern]) => pattern.test(pathname))?.[1];
  if (chunk) await load(chunk);
}

const forAdmins = (chunk: ScreenChunk): ReactNode => (
  <AdminGuard>
    <ChunkScreen chunk={chunk} />
  </AdminGuard>
);

/** The route table of spec section 2. */
export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route
          path="/"
          element={
            <DashboardGuard>
              <Suspense fallback={<LoadingText />}>
                <ChunkScreen chunk={dashboard} />
              </Suspense>
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
        <Route path="/admin" element={forAdmins(adminDashboard)} />
        <Route path="/admin/users" element={forAdmins(adminUsers)} />
        <Route path="/admin/users/:telegramId" element={forAdmins(adminUser)} />
        <Route path="/admin/performance" element={forAdmins(adminPerformance)} />
        <Route path="/admin/postings" element={forAdmins(adminPostings)} />
        <Route path="/admin/credits" element={forAdmins(adminCredits)} />
        <Route path="/admin/audit" element={forAdmins(adminAudit)} />
        <Route path="/admin/reports" element={forAdmins(adminReports)} />
        <Route path="/admin/site-packs" element={forAdmins(adminSitePacks)} />
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
    </Suspense>
  );
}
