import { showSite } from '../../test/extension/siteDocument.ts';
import { findAll } from '../sites/findElements.ts';
import { nameOfSeen, waysTo, waysToAll } from './proposeWays.ts';

function show(html: string): (selector: string) => Element {
  showSite('/lunastar');
  document.body.insertAdjacentHTML('beforeend', html);
  return (selector) => document.querySelector(selector) as Element;
}

test('the ways to an element are its test id, its role and name, and selectors; each finds it', () => {
  const find = show('<form><button type="button" data-testid="send" class="primary">Send post</button></form>');
  const ways = waysTo(find('[data-testid="send"]'));
  expect(ways.slice(0, 2)).toEqual([{ testId: 'send' }, { role: 'button', names: { en: ['Send post'] } }]);
  for (const way of ways) expect(findAll([way], document)[0]).toBe(find('[data-testid="send"]'));
});

test('an image without anything of its own is found by the test id of what is around it, and not with the other images of the page', () => {
  const find = show(
    '<nav><img src="/logo.png"></nav><form data-testid="composer"><div><div><ul><li><img src="/media/1"></li></ul></div></div></form>',
  );
  const image = find('form img');
  const ways = waysToAll(image, [find('nav img')]);
  expect(ways).toContainEqual({ css: '[data-testid="composer"] img' });
  for (const way of ways) expect(findAll([way], document)).toEqual([image]);
});

test('cards of a feed are found all, and nothing else', () => {
  const find = show(
    '<section class="feed"><article class="card one">A</article><article class="card">B</article></section>',
  );
  const [way] = waysToAll(find('.one'));
  expect(findAll([way as NonNullable<typeof way>], document).map(({ textContent }) => textContent)).toEqual(['A', 'B']);
});

/** The button, each of whose elements is drawn at the top that its `data-top` says. */
function drawn(html: string): Element {
  document.body.innerHTML = `<button type="button" data-top="100">${html}</button>`;
  for (const one of document.querySelectorAll<HTMLElement>('button, button *')) {
    const top = Number(one.dataset.top ?? 100);
    one.getBoundingClientRect = () => new DOMRect(100, top, 80, 30);
  }
  return document.querySelector('button') as Element;
}

beforeAll(() => {
  Object.assign(globalThis, {
    DOMRect: class {
      readonly right: number;
      readonly bottom: number;
      constructor(
        readonly left: number,
        readonly top: number,
        readonly width: number,
        readonly height: number,
      ) {
        [this.right, this.bottom] = [left + width, top + height];
      }
    },
  });
});

test.each([
  [
    'a note beside it, which is shown while the pointer is there',
    '<span>Publish</span><span data-top="140">⌘ P</span>',
    'Publish',
  ],
  ['a text that only screen readers get', '<span data-top="-9999">Publish</span>', 'Publish'],
  ['all its parts', '<b>Publish</b> <i>now</i>', 'Publish now'],
])('the name of a button with %s', (_, html, name) => {
  expect(nameOfSeen(drawn(html))).toBe(name);
});

test('the name of a button with an icon of a font is without the icon, as when it is pressed', () => {
  const style = globalThis.getComputedStyle;
  const icon = { getPropertyValue: (name: string) => (name === 'content' ? '"*"' : 'inline') };
  jest
    .spyOn(globalThis, 'getComputedStyle')
    .mockImplementation((element, part) => (part ? (icon as CSSStyleDeclaration) : style(element)));
  expect(nameOfSeen(drawn('Add Media'))).toBe('Add Media');
});
