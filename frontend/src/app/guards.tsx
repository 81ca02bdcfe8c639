import { type ReactNode, useDeferredValue, useEffect, useEffectEvent } from 'react';
import { Navigate } from 'react-router-dom';
import { selectCurrentUser, selectInsideMiniApp, selectSessionStatus } from '../data/session/sessionSlice.ts';
import { lazyPart } from '../ui/lazyPart.tsx';
import { useAppSelector, useOpenSignIn } from './hooks.ts';

interface GuardProps {
  readonly children: ReactNode;
}

// Loaded only when needed: it is shown only to signed-out users of the mini app.
const MiniAppSignIn = lazyPart<Partial<GuardProps>>(() => import('./MiniAppSignIn.tsx'));

/**
 * Whether the session is loading. The end of it is a deferred update: React goes on showing what is there until the chunk of the
 * screen is loaded. A fallback of Suspense would stay for at least 300 ms.
 */
function useIsLoading(): boolean {
  return useDeferredValue(useAppSelector(selectSessionStatus) === 'loading');
}

/** For the dashboard: shown to signed-in users, and always inside the mini app. Other users are sent to the sign-in. */
export function DashboardGuard({ children }: GuardProps) {
  const status = useAppSelector(selectSessionStatus);
  const insideMiniApp = useAppSelector(selectInsideMiniApp);
  if (useIsLoading()) return <LoadingText />;
  if (status === 'anonymous' && !insideMiniApp) return <ToSignIn />;
  // The children are mounted again after a sign-in, because failed queries do not run again by themselves.
  return status === 'anonymous' ? <MiniAppSignIn>{children}</MiniAppSignIn> : children;
}

function ToSignIn() {
  const openSignIn = useEffectEvent(useOpenSignIn());
  useEffect(() => openSignIn(), []);
  return null;
}

/** For screens that need a signed-in user. Shows nothing while the session is loading. */
export function SignedInGuard({ children }: GuardProps) {
  const status = useAppSelector(selectSessionStatus);
  if (useIsLoading()) return null;
  if (status === 'anonymous') return <ToSignIn />;
  return children;
}

/** For the admin screens. Signed-in users who are not admins are sent to the dashboard. */
export function AdminGuard({ children }: GuardProps) {
  const isAdmin = useAppSelector((state) => selectCurrentUser(state)?.is_admin ?? false);
  return <SignedInGuard>{isAdmin ? children : <Navigate to="/" replace />}</SignedInGuard>;
}

/** For the landing page. Signed-in users are sent to the dashboard. */
export function LandingGuard({ children }: GuardProps) {
  const status = useAppSelector(selectSessionStatus);
  // Shows nothing, so that signed-in users do not see the landing page for a moment.
  if (status === 'loading') return null;
  if (status === 'authenticated') return <Navigate to="/" replace />;
  return children;
}

/**
 * Shown while the session is loading (spec section 2, 'Main dashboard'). In the system's font, because the file of Cyrillic
 * letters would delay the first load for this one word.
 */
function LoadingText() {
  return (
    <p role="status" className="u-centred u-muted u-flush u-system-font" lang="ru">
      Загрузка...
    </p>
  );
}
