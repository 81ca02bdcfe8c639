import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { navigationChanged } from '../replay/log/logFormat.ts';
import { useAppDispatch } from './hooks.ts';

/** Records the router's address in the action log. It is a layout effect, to be recorded before the screen's calls. */
export function NavigationLog() {
  const dispatch = useAppDispatch();
  const { pathname, search, hash } = useLocation();
  useLayoutEffect(() => {
    dispatch(navigationChanged({ address: pathname + search + hash }));
  }, [dispatch, pathname, search, hash]);
  return null;
}
