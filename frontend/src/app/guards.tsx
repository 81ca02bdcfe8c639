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

/** Its end is a deferred update: React shows what is there until the screen is loaded. A fallback of Suspense would stay for 300 ms. */
function useIsLoading(): boolean {
  return useDeferredValue(useAppSelector(selectSessionStatus) === 'loading');
}

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

export function SignedInGuard({ children }: GuardProps) {
  const status = useAppSelector(selectSessionStatus);
  if (useIsLoading()) return null;
  if (status === 'anonymous') return <ToSignIn />;
  return children;
}

export function AdminGuard({ children }: GuardProps) {
  const isAdmin = useAppSelector((state) => selectCurrentUser(state)?.is_admin ?? false);
  return <SignedInGuard>{isAdmin ? children : <Navigate to="/" replace />}</SignedInGuard>;
}

export function LandingGuard({ children }: GuardProps) {
  const status = useAppSelector(selectSessionStatus);
  // Shows nothing, so that signed-in users do not see the landing page for a moment.
  if (status === 'loading') return null;
  if (status === 'authenticated') return <Navigate to="/" replace />;
  return children;
}

/** Spec section 2. In the system's font, because the file of Cyrillic letters would delay the first load. */
function LoadingText() {
  return (
    <p role="status" className="u-centred u-muted u-flush u-system-font" lang="ru">
      Загрузка...
    </p>
  );
}
