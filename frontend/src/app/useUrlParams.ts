// biome-ignore lint/style/noRestrictedImports: this hook is the replacement.
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router-dom';

/** A change of one parameter; null removes it. */
export const withParam = (name: string, value: string | null) => (current: URLSearchParams) => {
  if (value === null) current.delete(name);
  else current.set(name, value);
  return current;
};

/**
 * The parameters in the URL, and a function that changes them. React Router's `useSearchParams` starts each change from the
 * parameters of the last render, so of two changes in one event the first would be lost. Here a change starts from the
 * parameters at the time of the call, and the state of the location stays. While the next screen is loading, the URL is already
 * that screen's, so it is not changed.
 */
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
