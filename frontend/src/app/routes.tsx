import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { DashboardGuard, LandingGuard } from './guards.tsx';
import { LoadingText } from './LoadingText.tsx';

// Each route is a chunk of its own; only the antd ones bring antd.
const DashboardRoute = lazy(() => import('./DashboardRoute.tsx'));
const VerifyLinkRoute = lazy(() => import('./VerifyLinkRoute.tsx'));
const LandingScreen = lazy(() => import('../screens/auth/LandingScreen.tsx'));
const AuthCallbackScreen = lazy(() => import('../screens/auth/AuthCallbackScreen.tsx'));
const PreviewScreen = lazy(() => import('../screens/preview/PreviewScreen.tsx'));

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
                <DashboardRoute />
              </Suspense>
            </DashboardGuard>
          }
        />
        <Route
          path="/auth"
          element={
            <LandingGuard>
              <LandingScreen />
            </LandingGuard>
          }
        />
        <Route path="/auth/callback" element={<AuthCallbackScreen />} />
        <Route path="/verify-link/:token?" element={<VerifyLinkRoute />} />
        <Route path="/screenshot-view/:pagePostingId?" element={<PreviewScreen />} />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </Suspense>
  );
}
