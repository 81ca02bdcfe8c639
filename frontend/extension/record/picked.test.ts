import { showSite } from '../../test/extension/siteDocument.ts';
import type { PickedAccount } from '../shared/recordTypes.ts';
import { answeredAccount, pickedAccount, pickedPost } from './picked.ts';

/** What the click on this element means, on a page of Luna with one post. */
function show(html: string): (selector: string) => Element {
  showSite('/lunastar');
  document.body.insertAdjacentHTML('beforeend', html);
  return (selector) => document.querySelector(selector) as Element;
}

const CARD = `
  <section><article class="card"><header><a href="/lunastar">Luna Star</a> <a class="when" href="/p/48200001"><time datetime="2026-11-28T12:00:00Z">now</time></a></header>
  <div class="said" data-testid="post-text"><span>My post of today</span></div></article></section>`;

test('the text of a post is in the outermost element that shows it, because the texts of other posts have links in them', () => {
  const find = show(CARD);
  for (const clicked of ['.said', '.said span', 'article']) {
    expect(pickedPost(find(clicked), 'My post of today')).toMatchObject({
      text: [{ testId: 'post-text' }, { css: 'div.said' }, { css: 'div' }],
      address: '/lunastar',
    });
  }
});

test('the link of a post is the one around its time, and a number in its path needs no form', () => {
  expect(pickedPost(show(CARD)('.said'), 'My post of today')).toMatchObject({
    time: [{ css: 'time' }],
    link: [{ css: 'a.when' }],
    form: null,
  });
});

test.each([
  ['/lunastar', '/{username}'],
  ['/@lunastar', '/@{username}'],
  ['/#/u/lunastar', '/#/u/{username}'],
  ['/profile?user=lunastar', '/profile?user={username}'],
])('the account of a link to %s', (href, profile) => {
  const find = show(`<a id="me" href="${href}"><b>Luna Star</b> <i>@lunastar</i></a>`);
  expect(pickedAccount(find('#me i'))).toMatchObject({ username: 'lunastar', account: { profile } });
});

test('the account of a link whose address has it after the #', () => {
  const find = show('<a id="me" href="/ghost/#/settings/staff/nova/">Your profile</a>');
  expect(pickedAccount(find('#me'))).toMatchObject({
    username: 'nova',
    account: { profile: '/ghost/#/settings/staff/{username}/' },
  });
});

const CLICKED: PickedAccount = {
  kind: 'account',
  account: { username: [{ css: '#menu a' }], profile: '/staff/{username}', id: { username: true } },
  username: 'nova',
  address: '/',
};
const fetched: string[] = [];

/** The account on a page that has asked the site for these addresses, each with its answer. */
function pickedAfter(answers: Readonly<Record<string, unknown>>): Promise<PickedAccount> {
  fetched.length = 0;
  const entries = Object.keys(answers).map((path) => ({ name: new URL(path, location.origin).href }));
  Object.assign(performance, { getEntriesByType: () => entries });
  Object.assign(globalThis, {
    fetch: async ({ pathname: path }: URL) => {
      fetched.push(path);
      const answer = Object.entries(answers).find(([address]) => address.split('?')[0] === path)?.[1];
      return { json: async () => JSON.parse(String(answer)) };
    },
  });
  return answeredAccount(CLICKED);
}

test('the account is the value of a username in the answer that the page asks for', async () => {
  const answer = JSON.stringify({ users: [{ id: '1', name: 'Nova', bio: 'nova', slug: 'nova' }] });
  expect(await pickedAfter({ '/api/posts': answer, '/api/users/me/?include=roles': answer })).toEqual({
    ...CLICKED,
    account: { path: '/api/users/me/', field: 'users.0.slug', username: [{ css: 'body' }], id: { username: true } },
  });
  expect(fetched).toEqual(['/api/users/me/']);
});

test.each([
  ['a list of accounts', { '/api/users': '[{"slug":"nova"}]' }],
  ['an answer about another account', { '/api/me': '{"slug":"iris"}' }],
  ['an answer that is no JSON', { '/api/me': '<html>' }],
  ['an answer of another site', { 'https://other.example/api/me': '{"slug":"nova"}' }],
])('with %s it is what was clicked', async (_, answers) => {
  expect(await pickedAfter(answers)).toEqual(CLICKED);
});
