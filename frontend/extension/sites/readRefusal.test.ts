import type { SitePackRefusal } from '@flyerdeck/contracts/sitePack';
import { holdsName } from '@flyerdeck/contracts/sitePackWords';
import { waitSecondsOf } from './answer.ts';

const REFUSAL: SitePackRefusal = {
  kind: 'rate_limited',
  shown: [{ css: '.toast' }],
  texts: { en: ['posting too fast'], ru: ['слишком часто'] },
  wait: {
    seconds: { en: ['{n} seconds', '{n}s'] },
    minutes: { en: ['{n} minutes', '{n} min', 'a minute'], ru: ['{n} мин'] },
    hours: { en: ['{n} hour', '{n} hours', 'an hour'] },
  },
};

test.each<[string, number]>([
  ['You’re posting too fast. Try again in 10 minutes.', 600],
  ['Try again in 1 hour 30 minutes', 5_400],
  ['Wait 45s', 45],
  ['Wait a minute', 60],
  ['Слишком часто. Повторите через 7 мин.', 420],
  ['Try again later', 900],
  ['Try again in 48 hours', 86_400],
  ['Try again in 0 minutes', 900],
])('%s: %d seconds', (text, seconds) => {
  expect(waitSecondsOf(text, REFUSAL)).toBe(seconds);
});

test('without a time in the pack it is a quarter of an hour', () => {
  const { kind, shown, texts } = REFUSAL;
  expect(waitSecondsOf('in 10 minutes', { kind, shown, texts })).toBe(900);
});

test('only a text of the pack is a refusal', () => {
  expect(holdsName('You are POSTING  too fast!', REFUSAL.texts)).toBe(true);
  expect(holdsName('Something went wrong (504)', REFUSAL.texts)).toBe(false);
});
