import { showSite } from '../../test/extension/siteDocument.ts';
import { pickedAccount, pickedPost } from './picked.ts';

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

test.each([
  ['/lunastar', '/{username}'],
  ['/@lunastar', '/@{username}'],
  ['/#/u/lunastar', '/#/u/{username}'],
  ['/profile?user=lunastar', '/profile?user={username}'],
])('the account of a link to %s', (href, profile) => {
  const find = show(`<a id="me" href="${href}"><b>Luna Star</b> <i>@lunastar</i></a>`);
  expect(pickedAccount(find('#me i'))).toMatchObject({ username: 'lunastar', account: { profile } });
});
