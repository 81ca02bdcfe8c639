import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { AccountGate } from '../app/AccountGate.tsx';
import { BackFromScreen } from '../app/BackFromScreen.tsx';
import { CrashScreen } from '../app/CrashScreen.tsx';
import { NavigationLog } from '../app/NavigationLog.tsx';
import { SessionStart } from '../app/SessionStart.tsx';
import type { AppStore } from '../app/store.ts';
import { AppRoutes } from './routes.tsx';

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
