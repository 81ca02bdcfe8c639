import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { CrashScreen } from './CrashScreen.tsx';
import { AppRoutes } from './routes.tsx';
import type { AppStore } from './store.ts';

export function App({ store }: { readonly store: AppStore }) {
  return (
    <CrashScreen>
      <Provider store={store}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </Provider>
    </CrashScreen>
  );
}
