import { act, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { BrowserRouter, MemoryRouter, Route, Routes } from 'react-router-dom';
import { buildPreview } from '../../../test/builders.ts';
import { useFetchMock } from '../../../test/fetchMock.ts';
import { makeStore } from '../../app/store.ts';
import PreviewScreen from './PreviewScreen.tsx';

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

describe('PreviewScreen', () => {
  it('shows a loading text and sets no marker until the server responds [2.11-01, 2.11-21]', async () => {
    fetchMock.mockReturnValue(new Promise(() => {}));
    renderAddress('/screenshot-view/p1');
    expect(screen.getByRole('status')).toHaveTextContent(/^Loading Post Preview\.\.\.$/);
    await waitForFrames();
    expect(marker()).toBeUndefined();
  });

  it.each([
    [
      "the server's error field",
      404,
      { error: 'This post does not exist.', code: 'posting.not_found' },
      'This post does not exist.',
    ],
    ['the status of a response without an error field', 500, {}, 'HTTP error! status: 500'],
    ['the status of a response without a body', 502, undefined, 'HTTP error! status: 502'],
  ])('shows %s and marks the page as failed [2.11-02, 7.6-02]', async (_, status, body, message) => {
    answerWith(status, body);
    renderAddress('/screenshot-view/p1');
    expect(await screen.findByRole('alert')).toHaveTextContent(new RegExp(`^Error loading preview: ${message}$`));
    expect(marker()).toBe('error');
  });

  it.each(['/screenshot-view', '/screenshot-view/%20'])(
    'shows that the id is missing at %p and sends no request [5-26]',
    (address) => {
      renderAddress(address);
      expect(screen.getByRole('alert')).toHaveTextContent(/^Missing pagePostingId in URL\.$/);
      expect(marker()).toBe('error');
      expect(fetchMock).not.toHaveBeenCalled();
    },
  );

  it.each([
    [204, undefined],
    [200, null],
  ])('shows that there is no data when the response is empty (%i) [2.11-03]', async (status, body) => {
    answerWith(status, body);
    renderAddress('/screenshot-view/p1');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^No data found for this post\.$/);
    expect(marker()).toBe('error');
  });

  describe('the page-ready marker', () => {
    it("is 'true' after data, images and fonts are loaded [2.11-21]", async () => {
      answerWith(200, buildPreview());
      renderAddress('/screenshot-view/p1');
      await screen.findByText('NEW POST');
      markFontsReady();
      await waitFor(() => expect(marker()).toBe('true'));
      expect(decode.mock.calls.flat().sort()).toEqual(['/api/get_image/avatar', '/api/get_image/flyer']);
    });

    it.each(['/api/get_image/avatar', '/api/get_image/flyer'])(
      'waits until %p is decoded [2.11-21]',
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

    it('is set only after an image that cannot be decoded is replaced by the default [2.11-22, 2.11-24]', async () => {
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
  });

  describe('one document that shows one posting after another', () => {
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

    it('names each in its marker, also when it failed, and none while it loads', async () => {
      answerFor({
        p1: Response.json(buildPreview({ description: 'First' })),
        p2: Response.json({ error: 'gone' }, { status: 404 }),
      });
      renderWithAddress();
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
      expect(screen.queryByText('First')).not.toBeInTheDocument();
      expect(marker()).toBeUndefined();
      expect(markedPosting()).toBeUndefined();
    });

    it('removes a posting that it left from the screen and the store [S14.2-2]', async () => {
      answerFor({ p1: Response.json(buildPreview({ description: 'First' })) });
      const store = renderWithAddress();
      await goTo('/screenshot-view/p1');
      await screen.findByText('First');
      await goTo('/screenshot-view');
      await waitFor(() => expect(JSON.stringify(store.getState())).not.toContain('First'));
      expect(screen.queryByText('First')).not.toBeInTheDocument();
    });
  });
});
