import { Fragment, lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { Navigate } from 'react-router-dom';
import { selectCurrentUser, selectInsideMiniApp, selectSessionStatus } from '../data/session/sessionSlice.ts';
import { useAppSelector } from './hooks.ts';
import { LoadingText } from './LoadingText.tsx';
import { useOpenSignIn } from './useOpenSignIn.ts';

// Nobody sees it who is signed in, or in a browser.
const MiniAppSignIn = lazy(() => import('./MiniAppSignIn.tsx'));

interface GuardProps {
  readonly children: ReactNode;
}

/** The dashboard: for the signed-in, and inside the mini app; everybody else signs in first. */
export function DashboardGuard({ children }: GuardProps) {
  const status = useAppSelector(selectSessionStatus);
  const insideMiniApp = useAppSelector(selectInsideMiniApp);
  if (status === 'loading') return <LoadingText />;
  if (status === 'anonymous' && !insideMiniApp) return <ToSignIn />;
  return (
    <>
      {status === 'anonymous' && (
        <Suspense>
          <MiniAppSignIn />
        </Suspense>
      )}
      {/* Somebody else's view from here on: nothing asked before the sign-in is asked again by itself. */}
      <Fragment key={status}>{children}</Fragment>
    </>
  );
}

function ToSignIn() {
  const openSignIn = useEffectEvent(useOpenSignIn());
  useEffect(() => openSignIn(), []);
  return null;
}

/** What needs somebody signed in and shows nothing before that is known. */
export function SignedInGuard({ children }: GuardProps) {
  const status = useAppSelector(selectSessionStatus);
  if (status === 'loading') return null;
  if (status === 'anonymous') return <ToSignIn />;
  return children;
}

/** The admin screens: who is signed in without being an admin is sent to the dashboard. */
export function AdminGuard({ children }: GuardProps) {
  const isAdmin = useAppSelector((state) => selectCurrentUser(state)?.is_admin ?? false);
  return <SignedInGuard>{isAdmin ? children : <Navigate to="/" replace />}</SignedInGuard>;
}

/** The landing page: for those who are not signed in. */
export function LandingGuard({ children }: GuardProps) {
  const status = useAppSelector(selectSessionStatus);
  // Nothing rather than a flash of the landing page before the dashboard.
  if (status === 'loading') return null;
  if (status === 'authenticated') return <Navigate to="/" replace />;
  return children;
}
