import type { PreviewData } from '@flyerdeck/contracts/types';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { BrowserRouter, MemoryRouter, Route, Routes } from 'react-router-dom';
import { buildPreview } from '../../../test/builders.ts';
import { useFetchMock } from '../../../test/fetchMock.ts';
import { makeStore } from '../../app/store.ts';
import { PlatformNav } from './PlatformNav.tsx';
import { PostComposer } from './PostComposer.tsx';
import PreviewScreen from './PreviewScreen.tsx';

describe('the screen', () => {
  const fetchMock = useFetchMock();
  const decode = jest.fn<Promise<void>, [string]>();
  let markFontsReady: () => void;

  beforeEach(() => {
    decode.mockReset().mockResolvedValue();
    HTMLImageElement.prototype.decode = function (this: HTMLImageElement) {
      return decode(this.getAttribute('src') ?? '');
    };
    const ready = new Promise<void>((resolve) => (markFontsReady = resolve));
    Object.defineProperty(document, 'fonts', { value: { ready, status: 'loaded' }, configurable: true });
  });
  afterEach(() => {
    Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
    Reflect.deleteProperty(document, 'fonts');
  });

  const answerWith = (status: number, body?: unknown) =>
    fetchMock.mockImplementation(async () =>
      body === undefined ? new Response(null, { status }) : Response.json(body, { status }),
    );

  const renderAddress = (address: string) =>
    render(
      <Provider store={makeStore()}>
        <MemoryRouter initialEntries={[address]}>
          <Routes>
            <Route path="/screenshot-view/:pagePostingId?" element={<PreviewScreen />} />
          </Routes>
        </MemoryRouter>
      </Provider>,
    );

  const marker = () => document.body.dataset.pageReady;
  /** Waits for all promises and two animation frames of jsdom. */
  const waitForFrames = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)));

  it('shows a loading text and sets no marker until the server responds [2.11-01, 2.11-21]', async () => {
    fetchMock.mockReturnValue(new Promise(() => {}));
    renderAddress('/screenshot-view/p1');
    expect(screen.getByRole('status')).toHaveTextContent(/^Loading Post Preview\.\.\.$/);
    await waitForFrames();
    expect(marker()).toBeUndefined();
  });

  it.each([
    [404, { error: 'This post does not exist.', code: 'x' }, 'Error loading preview: This post does not exist.'],
    [500, {}, 'Error loading preview: HTTP error! status: 500'],
    [502, undefined, 'Error loading preview: HTTP error! status: 502'],
    [204, undefined, 'No data found for this post.'],
    [200, null, 'No data found for this post.'],
  ])(
    'for the answer %i %j shows what is wrong and marks the page as failed [2.11-02, 2.11-03, 7.6-02]',
    async (status, body, message) => {
      answerWith(status, body);
      renderAddress('/screenshot-view/p1');
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toBe(message);
      expect(marker()).toBe('error');
    },
  );

  it('shows that the id is missing and sends no request [5-26]', () => {
    renderAddress('/screenshot-view/%20');
    expect(screen.getByRole('alert')).toHaveTextContent(/^Missing pagePostingId in URL\.$/);
    expect(marker()).toBe('error');
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it.each(['/api/get_image/avatar', '/api/get_image/flyer'])(
    "the page-ready marker is 'true' only after %p is decoded [2.11-21]",
    async (pendingAddress) => {
      let finishDecoding = () => {};
      decode.mockImplementation((address) =>
        address === pendingAddress ? new Promise((resolve) => (finishDecoding = resolve)) : Promise.resolve(),
      );
      answerWith(200, buildPreview());
      renderAddress('/screenshot-view/p1');
      await screen.findByText('NEW POST');
      markFontsReady();
      await waitForFrames();
      expect(marker()).toBeUndefined();
      finishDecoding();
      await waitFor(() => expect(marker()).toBe('true'));
    },
  );

  it('the page-ready marker is set only after an image that cannot be decoded is replaced by the default [2.11-22, 2.11-24]', async () => {
    decode.mockImplementation((address) =>
      address.startsWith('/api/')
        ? Promise.reject(new Error('The source image cannot be decoded.'))
        : Promise.resolve(),
    );
    answerWith(200, buildPreview());
    renderAddress('/screenshot-view/p1');
    await screen.findByText('NEW POST');
    markFontsReady();
    await waitFor(() => expect(marker()).toBe('true'));
    expect(screen.getByRole('img', { name: 'Page avatar' })).toHaveAttribute('src', '/avatar.jpg');
    expect(screen.getByRole('img', { name: 'Flyer' })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg\+xml,/),
    );
  });

  const goTo = (address: string) =>
    act(async () => {
      window.history.replaceState(null, '', address);
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
  const renderWithAddress = () => {
    const store = makeStore();
    render(
      <Provider store={store}>
        <BrowserRouter>
          <Routes>
            <Route path="/screenshot-view/:pagePostingId?" element={<PreviewScreen />} />
          </Routes>
        </BrowserRouter>
      </Provider>,
    );
    return store;
  };
  const markedPosting = () => document.body.dataset.pagePostingId;
  const answerFor = (answers: Record<string, Response>) =>
    fetchMock.mockImplementation(async (address) => {
      const [, id = ''] = /page-postings\/(\w+)/.exec(String(address)) ?? [];
      return answers[id] ?? new Promise<Response>(() => {});
    });
  beforeEach(() => window.history.replaceState(null, '', '/screenshot-view'));

  it('one document that shows one posting after another names each in its marker, also when it failed, and none while it loads, and keeps none that it left [S14.2-2]', async () => {
    answerFor({
      p1: Response.json(buildPreview({ description: 'First' })),
      p2: Response.json({ error: 'gone' }, { status: 404 }),
    });
    const store = renderWithAddress();
    markFontsReady();
    expect(marker()).toBe('error');
    expect(markedPosting()).toBeUndefined();
    await goTo('/screenshot-view/p1');
    await waitFor(() => expect(marker()).toBe('true'));
    expect(markedPosting()).toBe('p1');
    await goTo('/screenshot-view/p2');
    await waitFor(() => expect(marker()).toBe('error'));
    expect(markedPosting()).toBe('p2');
    await goTo('/screenshot-view/p3');
    await waitFor(() => expect(JSON.stringify(store.getState())).not.toContain('First'));
    expect(screen.queryByText('First')).not.toBeInTheDocument();
    expect(marker()).toBeUndefined();
    expect(markedPosting()).toBeUndefined();
  });
});

describe('the navigation and the composer', () => {
  beforeEach(() => {
    HTMLImageElement.prototype.decode = () => new Promise(() => {});
  });
  afterEach(() => {
    Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
  });

  const renderNav = (fields: Partial<PreviewData> = {}) => {
    render(<PlatformNav preview={buildPreview(fields)} onAvatarSettled={() => {}} />);
    return screen.getByRole('navigation');
  };

  it("is 64 px wide, has the ten entries in order and a 'New post' link [2.11-04, 2.11-06, 2.11-09, 9-27]", () => {
    expect(renderNav()).toHaveStyle({ width: '64px' });
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Home',
      'Notifications',
      'Messages',
      'Collections',
      'Vault',
      'Calendar',
      'Statements Temp',
      'Statements',
      'Menu',
      'More',
    ]);
    expect(screen.getByRole('link', { name: 'New post' })).toHaveAttribute('href', '/posts/create');
  });

  it.each([
    [
      [0, 1, 99],
      ['Home', 'Notifications1', 'Messages99'],
    ],
    [
      [1, 99, 100],
      ['Home1', 'Notifications99', 'Messages99+'],
    ],
    [
      [100, 12_345, 0],
      ['Home99+', 'Notifications99+', 'Messages'],
    ],
  ])('with the counts %p shows the entries %p [2.11-07, 2.11-08, 2.11-23, 9-25]', ([home, news, messages], texts) => {
    renderNav({ homeCount: home, notificationsCount: news, messagesCount: messages });
    const entries = screen.getAllByRole('listitem').slice(0, 3);
    expect(entries.map((item) => item.textContent)).toEqual(texts);
  });

  it.each([
    ['the stored avatar', { pageAvatarBase64: 'data:image/png;base64,AAAA' }, 'data:image/png;base64,AAAA'],
    ['the avatar URL for a page without a stored avatar', { pageAvatarUrl: '/api/get_image/a' }, '/api/get_image/a'],
    ['the default avatar for a page without an avatar', { pageAvatarUrl: null }, '/avatar.jpg'],
  ])('shows %s [2.11-05, 2.11-24]', (_, fields, address) => {
    renderNav(fields);
    expect(screen.getByRole('img', { name: 'Page avatar' })).toHaveAttribute('src', address);
  });

  const renderComposer = (fields: Partial<PreviewData> = {}) => {
    const onBack = jest.fn();
    const { container } = render(
      <PostComposer preview={buildPreview(fields)} onBack={onBack} onFlyerSettled={() => {}} />,
    );
    return { onBack, container };
  };

  it("has a header with a back button, a disabled 'POST', a hidden 'CLEAR', the expiration and the tools [2.11-10, 2.11-11, 2.11-12, 2.11-13, 2.11-14, 2.11-15, 2.11-18, 2.11-19, 2.11-20, 9-26]", async () => {
    const { onBack } = renderComposer();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^NEW POST$/);
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(onBack).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'POST' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'SAVE' })).not.toBeInTheDocument();
    expect(screen.queryByText('Scheduled for')).not.toBeInTheDocument();
    expect(screen.getByText('CLEAR', { selector: 'button' })).not.toBeVisible();
    expect(screen.getByText('Expiration').nextSibling).toHaveTextContent(/^Expires in 1 day$/);
    expect(screen.getByText('Add labels')).toBeVisible();
    const icons = within(screen.getByRole('list', { name: 'Post tools' })).getAllByRole('listitem');
    expect(icons.length).toBeGreaterThan(3);
    expect(icons.every((icon) => icon.querySelector('svg') && icon.textContent !== '')).toBe(true);
    const tiles = within(screen.getByRole('list', { name: 'More ways to share' })).getAllByRole('listitem');
    expect(tiles.map((tile) => tile.textContent)).toEqual(['Add to story', 'Go live', 'Send message']);
  });

  it("has a disabled 'SAVE' and the time in the 'Scheduled for' row when scheduled [2.11-25, 2.11-26]", () => {
    renderComposer({ scheduleText: 'Nov 22, 2026, 5:00 PM' });
    expect(screen.getByRole('button', { name: 'SAVE' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'POST' })).not.toBeInTheDocument();
    expect(screen.getByText('Scheduled for').nextSibling).toHaveTextContent(/^Nov 22, 2026, 5:00 PM$/);
    expect(screen.getByText('Expiration').nextSibling).toHaveTextContent(/^Expires in 1 day$/);
  });

  it('shows the flyer and its text, which cannot be edited [2.11-16, 2.11-17]', () => {
    const { container } = renderComposer({ description: 'First line\nвторая строка 🔥' });
    expect(screen.getByRole('img', { name: 'Flyer' })).toHaveAttribute('src', '/api/get_image/flyer');
    expect(screen.getByText(/First line/).textContent).toBe('First line\nвторая строка 🔥');
    expect(container.querySelector('input, textarea, [contenteditable]')).toBeNull();
  });

  it('shows the default image for a flyer without a picture [2.11-22]', () => {
    renderComposer({ imageUrl: null });
    expect(screen.getByRole('img', { name: 'Flyer' })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg\+xml,/),
    );
  });
});
