import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

const isVisible = () => document.visibilityState === 'visible';

/** Whether anybody can see the page: what polls stops for a hidden one. */
export const useDocumentVisible = (): boolean => useSyncExternalStore(subscribe, isVisible);
