import { listUserPages, updateTags } from '@flyerdeck/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, keepWaiting, useApiServer } from '../../../../test/apiServer.ts';
import { buildPage, uuid } from '../../../../test/builders.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import PagesTab from '../PagesTab.tsx';

/** Render counts by page: a card or row renders its avatar whenever it renders. */
const renders = new Map<string, number>();
jest.mock('../../../ui/PageAvatar.tsx', () => ({
  PageAvatar: ({ url }: { url: string }) => {
    renders.set(url, (renders.get(url) ?? 0) + 1);
    return null;
  },
}));

useApiServer();

const PAGES = ['Dora', 'Cleo', 'Bella'].map((name, n) =>
  buildPage({ guid: uuid(n + 1), name, avatarThumbUrl: name, tags: ['vip'] }),
);

describe.each(['grid', 'table'])('the %s of pages', (layout) => {
  beforeEach(async () => {
    answer(listUserPages, { pages: PAGES });
    renderScreen(<PagesTab search="" onLinkPage={() => {}} />, { address: `/?layout=${layout}` });
    await screen.findByLabelText('Select Bella');
    renders.clear();
  });
  const tagsOf = async (name: string) => {
    if (layout === 'table') await userEvent.click(screen.getByLabelText(`Edit tags of ${name}: vip`));
    return screen.getByLabelText(`Tags of ${name}`);
  };
  const rendered = () => [...renders.keys()].sort();

  test('renders only the changed page when a tag is added', async () => {
    const sent = keepWaiting(updateTags);
    await userEvent.type(await tagsOf('Cleo'), 'night{Enter}');
    expect(await screen.findByText('night')).toBeInTheDocument();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(rendered()).toEqual(['Cleo']);
  });

  test('renders only the selected page when a page is selected', async () => {
    await userEvent.click(screen.getByLabelText('Select Bella'));
    expect(rendered()).toEqual(['Bella']);
  });
});
