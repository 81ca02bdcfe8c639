import { Provider } from 'react-redux';
import { type Navigator, Router } from 'react-router-dom';
import { CrashScreen } from '../../app/CrashScreen.tsx';
import { AppRoutes } from '../../app/routes.tsx';
import type { AppStore } from '../../app/store.ts';

const staysWhereTheLogIs: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`),
  go() {},
  push() {},
  replace() {},
};

interface ReplayedAppProps {
  readonly store: AppStore;
  /** Where the router stood. */
  readonly address: string;
}

/** The app's own screens, on a state and at an address that only the log changes. */
export function ReplayedApp({ store, address }: ReplayedAppProps) {
  return (
    <CrashScreen>
      <Provider store={store}>
        <Router location={address} navigator={staysWhereTheLogIs}>
          <AppRoutes />
        </Router>
      </Provider>
    </CrashScreen>
  );
}
