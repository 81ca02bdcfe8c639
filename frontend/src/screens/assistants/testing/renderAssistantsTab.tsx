import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { makeStore } from '../../../app/store.ts';
import { saveCredentials } from '../../../data/session/storage.ts';
import AssistantsTab from '../AssistantsTab.tsx';

interface Options {
  search?: string;
  expandAssistantId?: string | null;
}

/** The tab as a signed-in person sees it, with a store of its own that outlives it. */
export function renderAssistantsTab(options: Options = {}) {
  saveCredentials({ sessionToken: 'token', telegramId: '100000001' });
  const store = makeStore();
  const tab = ({ search = '', expandAssistantId = null }: Options) => (
    <Provider store={store}>
      <AssistantsTab search={search} expandAssistantId={expandAssistantId} />
    </Provider>
  );
  const view = render(tab(options));
  return {
    ...view,
    store,
    change: (next: Options) => view.rerender(tab(next)),
    openAgain: () => render(tab(options)),
  };
}
