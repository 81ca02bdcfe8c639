import type { Middleware } from '@reduxjs/toolkit';
import type { WithSession } from '../session/sessionSlice.ts';

const AFTER_SIGN_IN_MS = 1_000;

/** Loaded after the first screen was requested. Until then it only passes actions on. */
export const lazyLive: Middleware<object, WithSession> = (store) => (next) => {
  let handle = next;
  let isRequested = false;
  const load = () =>
    import('./liveListeners.ts').then(
      ({ createLiveListeners }) => {
        handle = createLiveListeners()(store)(next);
      },
      () => undefined,
    );
  return (action) => {
    const result = handle(action);
    if (!isRequested && store.getState().session.status === 'authenticated') {
      isRequested = true;
      setTimeout(load, AFTER_SIGN_IN_MS);
    }
    return result;
  };
};
