import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import type { SitePackWays } from '@flyerdeck/contracts/sitePack';
import type { Recorded, Recording } from '../shared/recordTypes.ts';
import { packOf } from './packOf.ts';

const css = (selector: string): SitePackWays => [{ css: selector }];
const ABOUT = { version: 7, site: 'site.example', locales: ['en'] };

/** Something that a person has used, on the page of the new post. */
const used = (name: string, selector: string, { isNew = false, address = '/compose' } = {}) => ({
  element: { ways: css(selector), name, language: 'en', picture: null },
  isNew,
  address,
});
const press = (name: string, selector: string, more?: { isNew?: boolean; address?: string }): Recorded => ({
  ...used(name, selector, more),
  kind: 'press',
});
const fill = (text: string, selector: string, isLine = false): Recorded => ({
  ...used('', selector),
  kind: 'fill',
  text,
  isLine,
  shown: null,
});

const TEXT = fill('My post of today', '#text');
const POST = press('Post', '#post');

const recordingOf = (steps: readonly Recorded[], more: Partial<Recording> = {}): Recording => ({
  steps,
  press: null,
  said: [{ ways: css('.toast'), text: 'Your post is live' }],
  account: {
    kind: 'account',
    account: { username: css('.me'), profile: '/{username}', id: { username: true } },
    username: 'nova',
    address: '/compose',
  },
  post: {
    kind: 'post',
    post: css('.card'),
    text: css('.text'),
    time: css('time'),
    link: css('a'),
    image: css('img'),
    form: null,
    address: '/nova',
  },
  ...more,
});

/** The steps of the pack, which the extension would take. */
function stepsOf(...steps: readonly Recorded[]) {
  const { pack } = packOf(recordingOf(steps), ABOUT);
  expect(checkSitePack(pack)).toEqual([]);
  return pack?.steps;
}

const OPEN = { do: 'open', path: '/compose' };
const FILL = { do: 'fill', what: 'text', field: css('#text') };
const PUBLISH = { do: 'publish', button: css('#post'), names: { en: ['Post'] } };

test('a recording becomes a pack: account, steps, what the site said, and the feed', () => {
  expect(packOf(recordingOf([TEXT, POST]), ABOUT)).toEqual({
    missing: null,
    pack: {
      schema: 3,
      ...ABOUT,
      account: { username: css('.me'), profile: '/{username}', id: { username: true } },
      steps: [OPEN, FILL, PUBLISH],
      outcome: { posted: css('.toast'), texts: { en: ['Your post is live'] } },
      feed: {
        path: '/{username}',
        post: css('.card'),
        text: css('.text'),
        time: css('time'),
        link: css('a'),
        image: css('img'),
      },
    },
  });
});

describe('the press', () => {
  test('is the first with a name that publishes, and what follows confirms', () => {
    expect(stepsOf(TEXT, POST, press('Yes', '#yes', { isNew: true }))).toEqual([
      OPEN,
      FILL,
      PUBLISH,
      { do: 'confirm', button: css('#yes'), names: { en: ['Yes'] } },
    ]);
  });
});

test.each<[string, Partial<Recording> | null, string]>([
  ['nothing was done', { steps: [] }, 'Open the page where you write a post, and make one.'],
  ['no text', { steps: [POST] }, 'No text was written. Write one, then press what sends the post.'],
  ['no press', { steps: [TEXT] }, 'Nothing was pressed that sends the post.'],
  ['no account', { account: null }, 'Click your name on the site.'],
  ['no post', { post: null }, 'Open the page with your own posts, and click the post that you have made, on its text.'],
])('what is missing is said: %s', (_, changes, sentence) => {
  expect(packOf(recordingOf([TEXT, POST], changes ?? {}), ABOUT)).toEqual({ pack: null, missing: sentence });
});
