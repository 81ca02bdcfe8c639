import { Provider } from 'react-redux';
import { type Navigator, Router } from 'react-router-dom';
import { CrashScreen } from '../../app/CrashScreen.tsx';
import type { AppStore } from '../../app/store.ts';
import { AppRoutes } from '../../routes/routes.tsx';

const inactiveNavigator: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`),
  go() {},
  push() {},
  replace() {},
};

interface ReplayedAppProps {
  readonly store: AppStore;
  /** The router's address in the log. */
  readonly address: string;
}

/** The app's screens. Only the log changes their state and address. */
export function ReplayedApp({ store, address }: ReplayedAppProps) {
  return (
    <CrashScreen>
      <Provider store={store}>
        <Router location={address} navigator={inactiveNavigator}>
          <AppRoutes />
        </Router>
      </Provider>
    </CrashScreen>
  );
}
