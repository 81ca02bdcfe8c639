import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Navigate } from 'react-router-dom';
import { selectInsideMiniApp, selectSessionStatus } from '../data/session/sessionSlice.ts';
import { useAppSelector } from './hooks.ts';
import { LoadingText } from './LoadingText.tsx';
import { useOpenSignIn } from './useOpenSignIn.ts';

interface GuardProps {
  readonly children: ReactNode;
}

/** The dashboard: for the signed-in, and inside the mini app; everybody else signs in first. */
export function DashboardGuard({ children }: GuardProps) {
  const status = useAppSelector(selectSessionStatus);
  const insideMiniApp = useAppSelector(selectInsideMiniApp);
  if (status === 'loading') return <LoadingText />;
  if (status === 'anonymous' && !insideMiniApp) return <ToSignIn />;
  return children;
}

function ToSignIn() {
  const openSignIn = useEffectEvent(useOpenSignIn());
  useEffect(() => openSignIn(), []);
  return null;
}

/** The landing page: for those who are not signed in. */
export function LandingGuard({ children }: GuardProps) {
  const status = useAppSelector(selectSessionStatus);
  // Nothing rather than a flash of the landing page before the dashboard.
  if (status === 'loading') return null;
  if (status === 'authenticated') return <Navigate to="/" replace />;
  return children;
}
