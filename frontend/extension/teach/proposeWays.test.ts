import { PACK, setCookie } from '../test/siteDocument.ts';
import { accountIds } from './accountIds.ts';
import { addressForm, pickedFor, targetOf } from './interpretClick.ts';
import { around, isStableName, proposeWays } from './proposeWays.ts';
import { type Question, questionOf } from './questions.ts';

const WISH = { scope: document, isList: false, hasNames: true, language: 'en' };
const pickedAt = (clicked: Element, path: string) => {
  const question = questionOf(path) as Question;
  return pickedFor(targetOf(clicked, question, PACK, 0), question, PACK);
};
const one = (selector: string) => document.querySelector(selector) as HTMLElement;
const waysFor = (selector: string, changes: Partial<typeof WISH> = {}) =>
  proposeWays(one(selector), { ...WISH, ...changes });

test('names that a person wrote are stable, those of a build are not', () => {
  const stable = ['new-post', 'composer', 'PostCard', 'btn', 'post__text'];
  const generated = ['css-1q2w3e', 'xk3j9q', 'sc-bdVaJa', 'x1abcd', '_3kF9d', 'xkqwzjd', 'jss12'];
  expect([...stable, ...generated].filter(isStableName)).toEqual(stable);
});

test('a test id comes first, then role and name, then CSS; each with how many it finds', () => {
  document.body.innerHTML =
    '<form name="post"><button data-testid="send" class="x9k2 main">Publish</button><button class="x9k2">Save</button></form>';
  const proposals = waysFor('[data-testid]');
  expect(proposals.slice(0, 2)).toEqual([
    { way: { testId: 'send' }, count: 1 },
    { way: { role: 'button', names: { en: ['Publish'] } }, count: 1 },
  ]);
  expect(proposals.length).toBeGreaterThan(2);
  expect(JSON.stringify(proposals)).not.toContain('x9k2');
});

test('names of an account or a post are no way to find it', () => {
  document.body.innerHTML = '<header><a href="/luna" class="x1">Luna</a></header><a href="/">Home</a>';
  const proposals = waysFor('a', { hasNames: false });
  expect(proposals[0]).toEqual({ way: { css: 'header a' }, count: 1 });
  expect(JSON.stringify(proposals)).not.toContain('Luna');
});

test('a way finds the element first, and by its place when it has nothing else', () => {
  document.body.innerHTML = '<section role="list"><p>1</p><div><p>2</p><p>3</p></div></section>';
  const proposals = waysFor('p:nth-of-type(2)');
  expect(proposals.map(({ way }) => way)).toContainEqual({ css: '[role="list"] > div > p:nth-of-type(2)' });
  for (const { way } of proposals) expect(document.querySelector('css' in way ? way.css : '')?.textContent).toBe('3');
});

test('of many equal elements the way finds all', () => {
  document.body.innerHTML =
    '<div role="dialog"><button>Back</button><p><button>1</button><button>2</button><button>3</button></p><select aria-label="Hour"><option>1</option><option>2</option></select></div>';
  const [best] = waysFor('p button', { isList: true });
  expect(best).toEqual({ way: { css: '[role="dialog"] > p > button' }, count: 3 });
});

test('a click means the nearest element of the kind; of a list its options', () => {
  document.documentElement.lang = 'en';
  document.body.innerHTML = `<form id="composer"><textarea id="text"></textarea><p><span>Photo</span><input type="file" hidden></p>
    <label>Keep for <select id="keep"><option>ever</option><option>3 days</option><option>1 day</option></select></label></form>`;
  expect(pickedAt(one('span'), 'composer.image.input').shown).toContain('input');
  const day = pickedAt(one('#keep'), 'composer.expiry.option');
  expect(day.name).toBe('1 day');
  expect(day.proposals[0]?.count).toBe(3);
  expect(around([one('#text'), one('span')])).toBe(one('form'));
});

test('addresses of profiles and posts get a placeholder', () => {
  expect(addressForm('/@luna', 'username')).toBe('/@{username}');
  expect(addressForm('/u/luna/', 'username')).toBe('/u/{username}');
  expect(addressForm('/#/luna', 'username')).toBe('/#/{username}');
  expect(addressForm('/profile?user=luna', 'username')).toBe('/profile?user={username}');
  expect(addressForm('/p/ab-c', 'id')).toBe('/p/{id}');
});

test('ids of the account are offered with their values, secrets are not', () => {
  document.body.innerHTML = '';
  setCookie('member_no=610001');
  setCookie('session_id=12345');
  const places = accountIds(PACK, 'luna').map(({ id }) => id);
  expect(places).toContainEqual({ cookie: 'member_no' });
  expect(places).not.toContainEqual({ cookie: 'session_id' });
  expect(places.at(-1)).toEqual({ username: true });
});
