import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { makeStore } from '../../../app/store.ts';
import { saveCredentials } from '../../../data/request/storage.ts';
import QueueTab from '../QueueTab.tsx';

/** Renders the tab for a signed-in user, with a new store. */
export function renderQueueTab(address = '/?view=queue') {
  saveCredentials({ sessionToken: 'token', telegramId: '100000001' });
  const store = makeStore();
  window.history.replaceState(null, '', address);
  const view = render(
    <Provider store={store}>
      <BrowserRouter>
        <QueueTab />
      </BrowserRouter>
    </Provider>,
  );
  return { ...view, store };
}
