import { useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
// biome-ignore lint/style/noRestrictedImports: `useUrlParams` is the replacement of `useSearchParams`.
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { selectInsideMiniApp } from '../data/session/sessionSlice.ts';
import type { RootState } from '../data/store/rootReducer.ts';
import { documentLoads } from './documentLoads.ts';
import type { AppDispatch } from './store.ts';
import { webAppSettings } from './webAppSettings.ts';

/** The only useSelector and useDispatch of the app, so that every selector is checked against the real state. */
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();

export const withParam = (name: string, value: string | null) => (current: URLSearchParams) => {
  if (value === null) current.delete(name);
  else current.set(name, value);
  return current;
};

/** A change starts from the parameters at the time of the call: `useSearchParams` loses the first of two changes in one event. */
export function useUrlParams() {
  const [params, setParams] = useSearchParams();
  const { pathname, state } = useLocation();
  const change = (changed: (current: URLSearchParams) => URLSearchParams, options?: NavigateOptions): void => {
    const { location } = window;
    if (location.pathname !== pathname) return;
    setParams(changed(new URLSearchParams(location.search)), { state, ...options });
  };
  return [params, change] as const;
}

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    () => window.matchMedia(query).matches,
  );
}

const SIGN_IN_ADDRESS = '/auth';

/** In a browser as a new document, because only the landing page's Content-Security-Policy allows Telegram's button. */
export function useOpenSignIn(): () => void {
  const navigate = useNavigate();
  const insideMiniApp = useAppSelector(selectInsideMiniApp);
  return () => {
    if (webAppSettings.mockAuth || insideMiniApp) navigate(SIGN_IN_ADDRESS, { replace: true });
    else documentLoads.replace(SIGN_IN_ADDRESS);
  };
}
