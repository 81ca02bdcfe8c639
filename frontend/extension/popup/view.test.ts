import type { PopupState } from '../shared/messages.ts';
import { render, type View } from './view.ts';

jest.mock('../shared/manifestValues.ts', () => ({
  extensionVersion: '1.0.0',
  productUrl: 'https://product.example',
  siteOrigin: 'https://site.example',
}));

const PAGE = { creatorId: '1', name: 'Luna', username: 'luna', avatarUrl: null };
const STATE: PopupState = {
  device: { page: PAGE, isLinked: true, linkingToken: '' },
  job: null,
  lastContactAt: null,
  latestVersion: null,
  problem: null,
  waitingFor: null,
  sitePack: { version: 1, problem: null, refused: null },
};
const shown = (state: Partial<PopupState>, seen: View['seen'] = { kind: 'nothing' }) => {
  const actions = { copy: jest.fn(), open: jest.fn(), link: jest.fn(), record: jest.fn() };
  const parts = render({ state: { ...STATE, ...state }, seen, error: null, isCopied: false }, actions);
  return parts.map((part) => part.textContent).join('\n');
};

test('while no pack fits it says what is wrong with each', () => {
  const refused = 'Site pack 3 does not find the post button (step 6) on the creator site.';
  const problem = 'Site pack 1 does not find the form of the new post on the creator site.';
  const text = shown({ sitePack: { version: 1, problem, refused } });
  expect(text).toContain(problem);
  expect(text).toContain(`Version 1 ${refused}`);
});

test('it says for what the page waits', () => {
  const waitingFor = "The page's posting limits allow its next post on Nov 23, 2026 17:05.";
  expect(shown({ waitingFor })).toContain(`Waiting${waitingFor}`);
});
