import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import { CrashScreen } from '../app/CrashScreen.tsx';
import { needsSession } from '../app/documentLoads.ts';
import { useAppDispatch, useAppSelector } from '../app/hooks.ts';
import type { AppStore } from '../app/store.ts';
import { selectCurrentUser } from '../data/session/sessionSlice.ts';
import { navigationChanged } from '../replay/log/logFormat.ts';
import { useBackButton } from '../telegram/buttons.ts';
import { readMiniApp } from '../telegram/miniApp.ts';
import { lazyPart } from '../ui/lazyPart.tsx';
import { AppRoutes } from './routes.tsx';

export function App({ store, startSession }: { readonly store: AppStore; startSession(): void }) {
  return (
    <CrashScreen>
      <Provider store={store}>
        <BrowserRouter>
          <SessionStart start={startSession} />
          <NavigationLog />
          <BackFromScreen />
          <AccountGate>
            <AppRoutes />
          </AccountGate>
        </BrowserRouter>
      </Provider>
    </CrashScreen>
  );
}

export function SessionStart({ start }: { start(): void }) {
  const { pathname } = useLocation();
  useEffect(() => {
    if (needsSession(pathname)) start();
  }, [pathname, start]);
  return null;
}

/** Records the router's address in the action log. It is a layout effect, to be recorded before the screen's calls. */
function NavigationLog() {
  const dispatch = useAppDispatch();
  const { pathname, search, hash } = useLocation();
  useLayoutEffect(() => {
    dispatch(navigationChanged({ address: pathname + search + hash }));
  }, [dispatch, pathname, search, hash]);
  return null;
}

const FIRST_SCREENS = /^\/(auth(\/callback)?\/?)?$/;

const hasPreviousScreen = (): boolean => (window.history.state?.idx ?? 0) > 0;

function BackFromScreen() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const goBack = () => (hasPreviousScreen() ? navigate(-1) : navigate('/', { replace: true }));
  useBackButton(() => void goBack(), !FIRST_SCREENS.test(pathname), { isBelow: true });
  return null;
}

const LaunchQuestion = lazyPart(() => import('../app/LaunchQuestion.tsx'));

export function AccountGate({ children }: { readonly children: ReactNode }) {
  const [launched] = useState(readMiniApp);
  const user = useAppSelector(selectCurrentUser);
  const isOther = launched?.user.id && user && user.telegram_id !== launched.user.id;
  if (!isOther || launched.isInTelegram) return children;
  return <LaunchQuestion current={user} launched={launched} />;
}
