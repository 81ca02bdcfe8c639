import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { AccountGate } from './AccountGate.tsx';
import { BackFromScreen } from './BackFromScreen.tsx';
import { CrashScreen } from './CrashScreen.tsx';
import { NavigationLog } from './NavigationLog.tsx';
import { AppRoutes } from './routes.tsx';
import { SessionStart } from './SessionStart.tsx';
import type { AppStore } from './store.ts';

interface AppProps {
  readonly store: AppStore;
  /** Called at the first address that needs a session. It may be called again. */
  startSession(): void;
}

export function App({ store, startSession }: AppProps) {
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
