import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const PANEL = `document.querySelector('[role=tabpanel]')`;
/** What an input may be waited for, as a question the page can answer. */
export const CARD_SHOWS = `Boolean(${PANEL}?.querySelector('article'))`;
export const CONTENT_SHOWS = `Boolean(${PANEL}?.childElementCount) && !${PANEL}.querySelector('[role=status][aria-label^=Loading]')`;
export const cardSays = (text: string) =>
  `Boolean(${PANEL}?.querySelector('article')?.textContent.includes(${JSON.stringify(text)}))`;

/**
 * Runs in the page before anything of ours: tells when what an input or an answer changed was painted. A paint is taken
 * for done in the first task after its animation frame.
 */
const inPage = (goal: string) => `(() => {
  const clock = { since: 0, lastChange: 0, lastPaint: 0, goal: null, reached: null };
  let scheduled = false;
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => {
      const afterPaint = new MessageChannel();
      afterPaint.port1.onmessage = () => {
        scheduled = false;
        clock.lastPaint = performance.now();
        if (clock.goal && clock.reached === null && clock.goal()) clock.reached = clock.lastPaint;
      };
      afterPaint.port2.postMessage(null);
    });
  };
  for (const kind of ['keydown', 'click']) {
    addEventListener(kind, (event) => {
      clock.since = event.timeStamp;
      clock.lastChange = performance.now();
      schedule();
    }, true);
  }
  new MutationObserver(() => {
    clock.lastChange = performance.now();
    schedule();
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  clock.goal = () => ${goal};
  window.paintClock = clock;
})()`;

/** Nothing has changed for this long: what a key or a click began is over. */
const QUIET_MS = 250;
const WAIT_AT_MOST_MS = 60_000;

/** Times in the page, in ms. */
export class PaintClock {
  private constructor(private readonly page: Page) {}

  /** `goal` is what a navigation is waited for. */
  static async on(page: Page, goal: string = CARD_SHOWS): Promise<PaintClock> {
    await page.addInitScript(inPage(goal));
    return new PaintClock(page);
  }

  /** From the navigation's start to the paint that showed the goal. */
  async navigationToGoal(): Promise<number> {
    await this.until('paintClock.reached !== null');
    return this.page.evaluate<number>('paintClock.reached');
  }

  /** From the click that `act` makes to the paint in which the goal is there. */
  async actToGoal(goal: string, act: () => Promise<void>): Promise<number> {
    await this.page.evaluate(`paintClock.goal = null; paintClock.reached = null`);
    // Only from the click on: before it the old tab would pass for the new one.
    await this.page.evaluate(
      `addEventListener('click', () => queueMicrotask(() => { paintClock.goal = () => ${goal}; }), { once: true })`,
    );
    await act();
    await this.until('paintClock.reached !== null');
    return this.page.evaluate<number>('paintClock.reached - paintClock.since');
  }

  /** From the key that `act` presses to the last paint that it changed anything in. */
  async keyToLastPaint(act: () => Promise<void>): Promise<number> {
    await act();
    return this.inputToLastPaint();
  }

  /** From the latest key or click to the last paint it changed anything in, once the page is at rest. */
  async inputToLastPaint(): Promise<number> {
    await this.settled();
    return this.page.evaluate<number>('paintClock.lastPaint - paintClock.since');
  }

  /** Resolves when the page has come to rest. */
  async settled(): Promise<void> {
    await this.until(
      `performance.now() - paintClock.lastChange > ${QUIET_MS} && paintClock.lastPaint > paintClock.lastChange`,
    );
  }

  /** Asked from outside: the page's own policy lets no text be run from within, and frames are not spent on asking. */
  private async until(condition: string): Promise<void> {
    for (const deadline = Date.now() + WAIT_AT_MOST_MS; Date.now() < deadline; await sleep(25)) {
      if (await this.page.evaluate<boolean>(condition)) return;
    }
    throw new Error(`The page never came to: ${condition}`);
  }
}
