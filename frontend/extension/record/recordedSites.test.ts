import type { SitePackWays } from '@flyerdeck/contracts/sitePack';
import type { Recorded, Recording } from '../shared/recordTypes.ts';
import { packOf } from './packOf.ts';

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
