import { TRUSTED_CLICK } from '@flyerdeck/contracts/extension.values';
import '../../test/extension/siteDocument.ts';
import { click, clickStill, giveInputFor, lacksRunner } from './trustedInput.ts';

const requests: { x: number; y: number; beforeMs: number }[] = [];
const asRunner = (isThere: boolean) =>
  Object.assign(globalThis, {
    [TRUSTED_CLICK]: isThere ? (request: string) => requests.push(JSON.parse(request)) : undefined,
  });
const element = (id: string) => document.querySelector<HTMLElement>(`#${id}`) as HTMLElement;
let now = 0;
/** What lies at the place of every click. */
let hit = 'icon';
let clicked: string[] = [];

/** Events of scripts are not trusted. These are made so in jsdom's own object behind the event. */
const trust = (event: Event) => {
  for (const inner of Object.getOwnPropertySymbols(event))
    Object.assign(event[inner as never] as object, { isTrusted: true });
};
addEventListener('click', trust, true);

function clickAsBrowser(id: string): Event {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
  element(id).dispatchEvent(event);
  return event;
}

beforeEach(() => {
  // After what was asked for in the test before.
  now += 100_000;
  jest.useFakeTimers({ now });
  document.body.innerHTML = '<button id="post"><i id="icon"></i></button><button id="other"></button>';
  document.elementFromPoint = () => element(hit);
  Element.prototype.scrollIntoView = () => undefined;
  clicked = [];
  for (const id of ['post', 'other']) element(id).addEventListener('click', () => clicked.push(id));
  hit = 'icon';
  requests.length = 0;
  asRunner(true);
  giveInputFor({ trusted_input: 'required' });
});
afterEach(() => jest.useRealTimers());

test('without such a pack elements are clicked by the script, whatever a runner gives', async () => {
  giveInputFor({});
  click(element('post'));
  clickStill(element('post'), Infinity);
  expect([clicked, requests]).toEqual([['post', 'post'], []]);
  asRunner(false);
  expect(await lacksRunner()).toBe(false);
});

test('the browser is asked once, for at most 10 s and not after the given time; the script itself clicks nothing', async () => {
  clickStill(element('post'), now + 4_000);
  click(element('post'));
  await jest.advanceTimersByTimeAsync(2_000);
  expect(requests.map(({ beforeMs }) => beforeMs)).toEqual([now + 4_000, expect.any(Number)]);
  expect(requests[1]?.beforeMs).toBeLessThanOrEqual(now + 12_000);
  expect(clicked).toEqual([]);
});

test.each([
  ['it is covered', () => (hit = 'other')],
  ['no runner is there', () => asRunner(false)],
  ['it is too late', () => jest.setSystemTime(now + 5_000)],
])('nothing is asked for and the caller learns it when %s', (_why, change) => {
  change();
  expect(() => clickStill(element('post'), now + 4_000)).toThrow('could not be clicked');
  expect(requests).toEqual([]);
});

test('a click that would reach something else reaches nothing; the one after it is not ours', () => {
  clickStill(element('post'), Infinity);
  expect(clickAsBrowser('other').defaultPrevented).toBe(true);
  expect(clicked).toEqual([]);
  expect(clickAsBrowser('other').defaultPrevented).toBe(false);
  expect(clicked).toEqual(['other']);
});
