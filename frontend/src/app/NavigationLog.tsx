import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { navigationChanged } from '../replay/record/recordedActions.ts';
import { useAppDispatch } from './hooks.ts';

/** Tells the action log where the router stands; ahead of what the screen there asks for. */
export function NavigationLog() {
  const dispatch = useAppDispatch();
  const { pathname, search, hash } = useLocation();
  useLayoutEffect(() => {
    dispatch(navigationChanged({ address: pathname + search + hash }));
  }, [dispatch, pathname, search, hash]);
  return null;
}
