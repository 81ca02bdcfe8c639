import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { makeStore } from '../../../app/store.ts';
import { saveCredentials } from '../../../data/session/storage.ts';
import QueueTab from '../QueueTab.tsx';

/** The tab as a signed-in person sees it, with a store of its own. */
export function renderQueueTab() {
  saveCredentials({ sessionToken: 'token', telegramId: '100000001' });
  const store = makeStore();
  const view = render(
    <Provider store={store}>
      <QueueTab />
    </Provider>,
  );
  return { ...view, store };
}
