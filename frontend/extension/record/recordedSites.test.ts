import type { SitePackWays } from '@flyerdeck/contracts/sitePack';
import { showSite } from '../../test/extension/siteDocument.ts';
import type { Recorded, Recording } from '../shared/recordTypes.ts';
import { packOf } from './packOf.ts';
import { addressForm, profileOf } from './picked.ts';
import { waysTo, waysToAll } from './proposeWays.ts';
import { messages, rememberShown } from './shownSince.ts';

// It has no form that jest can load. The selectors of these tests are the recorder's own.
jest.mock('@medv/finder', () => ({ finder: () => '', className: () => true, idName: () => true }));

const css = (...selectors: string[]): SitePackWays => selectors.map((one) => ({ css: one }));
const ABOUT = { version: 1, site: '127.0.0.1', locales: ['en'] };
const on = (name: string, ways = css(`#${name}`), isNew = false) => ({
  element: { ways, name, language: 'en', picture: null },
  isNew,
  address: '/new',
});
const TEXT: Recorded = {
  ...on('text', css('p.text', '.body p'), true),
  kind: 'fill',
  text: 'Hello',
  isLine: false,
  shown: null,
};
const press = (name: string, isOfImage = false): Recorded => ({ ...on(name), kind: 'press', isOfImage });

const stepsOf = (steps: readonly Recorded[]) => {
  const recording: Recording = {
    steps,
    press: null,
    said: [],
    account: {
      kind: 'account',
      account: { username: css('#me'), id: { username: true } },
      username: 'nova',
      address: '/',
    },
    post: {
      ...{ kind: 'post', post: css('li'), text: css('p'), time: css('time'), link: css('a'), image: null, form: null },
      address: '/author/nova/',
    },
  };
  return packOf(recording, ABOUT).pack?.steps;
};

test('a press shows its element by ways that found nothing before it: a tag in a part of the page could', () => {
  expect(stepsOf([press('add'), TEXT, press('Publish')])).toMatchObject([
    { do: 'open' },
    { do: 'press', shows: css('p.text') },
    { do: 'fill' },
    { do: 'publish' },
  ]);
});

test('a dialog in which the image is added is for posts with an image, and the image is where it is shown in the end', () => {
  const file: Recorded = {
    ...on('file'),
    kind: 'attach',
    isPlainField: true,
    image: css('.grid img'),
    shown: css('#kept'),
  };
  expect(stepsOf([TEXT, press('Add media'), file, press('Set image', true), press('Publish')])).toMatchObject([
    { do: 'open' },
    { do: 'fill' },
    // It only opens the dialog of the browser.
    { do: 'attach', ready: css('.grid img'), shown: css('#kept') },
    { do: 'press', names: { en: ['Set image'] }, when: 'image' },
    { do: 'publish' },
  ]);
});

test('a field that takes HTML is one in the pack', () => {
  expect(stepsOf([{ ...TEXT, takesHtml: true } as Recorded, press('Publish')])).toMatchObject([
    { do: 'open' },
    { do: 'fill', as: 'html' },
    { do: 'publish' },
  ]);
});

test('pages of a wiki have their kind before a colon', () => {
  expect(addressForm(new URL('http://127.0.0.1/index.php/File:Flyer.png'))).toBe('/index.php/File:{id}');
  document.body.innerHTML = '<a href="/index.php/User:Nova">Nova</a>';
  expect(profileOf(document.querySelector('a') as HTMLAnchorElement, 'Nova')).toBe('/index.php/User:{username}');
});

test('the second link of a card is found by what is around it in the card, and the head of a table is no card', () => {
  document.body.innerHTML = `<table class="list"><thead><tr><th>Name</th></tr></thead><tbody>
    <tr id="one"><td><a href="/a.png">image</a></td><td class="name"><a href="/1">One</a></td></tr>
    <tr><td><a href="/b.png">image</a></td><td class="name"><a href="/2">Two</a></td></tr></tbody></table>`;
  const card = document.querySelector('#one') as Element;
  const link = document.querySelectorAll('#one a')[1] as Element;
  expect(waysTo(link, { scope: card, hasName: false })).toContainEqual({ css: 'td.name a' });
  expect(waysToAll(card)[0]).toEqual({ css: 'table.list tr:has(td)' });
});

test('a post button that is shown only since something was written is late', () => {
  const late: Recorded = { ...on('Send'), kind: 'press', isLate: true };
  expect([stepsOf([TEXT, late])?.at(-1), stepsOf([TEXT, press('Send')])?.at(-1)]).toEqual([
    expect.objectContaining({ do: 'publish', late: true }),
    expect.not.objectContaining({ late: true }),
  ]);
});

test('what the site says is known by its begin up to a number, because the next post has another one', () => {
  showSite('/lunastar');
  document.body.innerHTML = '<p id="words" role="status">3 words</p><p id="said" role="status">Now on air</p>';
  rememberShown();
  document.body.innerHTML =
    '<p id="words" role="status">4 words</p><p id="said" role="status">It is live. That is post 1 of you</p>';
  expect(messages().map(({ text }) => text)).toEqual(['It is live. That is post']);
});
