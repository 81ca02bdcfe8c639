import { act, type RenderResult, render } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import { type AppStore, makeStore } from '../src/app/store.ts';
import { saveCredentials } from '../src/data/request/storage.ts';
import type { RootState } from '../src/data/store/rootReducer.ts';
import { buildUser } from './builders.ts';

interface Options {
  readonly address?: string;
  readonly state?: Partial<RootState>;
}
interface Rendered extends RenderResult {
  readonly store: AppStore;
  /** The router's current address, such as '/?view=queue'. */
  address(): string;
  /** Navigates like a link or the browser's address bar. */
  go(address: string): void;
}

const BROWSER = { insideMiniApp: false, signInFailure: null, endedBecause: null } as const;
export const SIGNED_IN: RootState['session'] = { ...BROWSER, status: 'authenticated', user: buildUser() };
export const SIGNED_OUT: RootState['session'] = { ...BROWSER, status: 'anonymous', user: null };

/** Without antd's styles, which jsdom would apply to each element. */
export const Unstyled = ({ children }: { readonly children: ReactNode }) => (
  <ConfigProvider theme={{ zeroRuntime: true }}>{children}</ConfigProvider>
);

/** Renders a screen with its own store. By default a user is signed in. */
export function renderScreen(screen: ReactNode, { address = '/', state = {} }: Options = {}): Rendered {
  const session = state.session ?? SIGNED_IN;
  if (session.status === 'authenticated') saveCredentials({ sessionToken: 'token', telegramId: '100000001' });
  const store = makeStore({ ...state, session });
  window.history.replaceState(null, '', address);
  let shown = address;
  let navigate: NavigateFunction = () => {};
  function WatchAddress() {
    const { pathname, search } = useLocation();
    navigate = useNavigate();
    shown = pathname + search;
    return null;
  }
  const rendered = render(
    <Provider store={store}>
      <BrowserRouter>
        <Unstyled>{screen}</Unstyled>
        <WatchAddress />
      </BrowserRouter>
    </Provider>,
  );
  return { ...rendered, store, address: () => shown, go: (next) => act(() => void navigate(next)) };
}
