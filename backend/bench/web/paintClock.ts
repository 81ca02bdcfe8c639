import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const PANEL = `document.querySelector('[role=tabpanel]')`;
/** Conditions to wait for, as expressions that the page evaluates. */
export const CARD_SHOWS = `Boolean(${PANEL}?.querySelector('article'))`;
export const CONTENT_SHOWS = `Boolean(${PANEL}?.childElementCount) && !${PANEL}.querySelector('[role=status][aria-label^=Loading]')`;

/**
 * Runs in the page before the app. Records when the changes after an input or an answer were painted. A paint counts as
 * finished in the first task after its animation frame.
 */
const inPage = (goal: string) => `(() => {
  const clock = { since: 0, lastChange: 0, lastPaint: 0, paints: [], goal: null, reached: null };
  let scheduled = false;
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    const changedAt = performance.now();
    requestAnimationFrame(() => {
      const afterPaint = new MessageChannel();
      afterPaint.port1.onmessage = () => {
        scheduled = false;
        clock.lastPaint = performance.now();
        clock.paints.push({ changedAt, paintedAt: clock.lastPaint });
        if (clock.goal && clock.reached === null && clock.goal()) clock.reached = clock.lastPaint;
      };
      afterPaint.port2.postMessage(null);
    });
  };
  for (const kind of ['keydown', 'click']) {
    addEventListener(kind, (event) => {
      clock.since = event.timeStamp;
      clock.paints = [];
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

/** When nothing has changed for this time, the effect of a key or click is complete. */
const QUIET_MS = 250;
const WAIT_AT_MOST_MS = 60_000;

/** Measures times in the page, in ms. */
export class PaintClock {
  private constructor(private readonly page: Page) {}

  /** `goal` is the condition that ends a navigation. */
  static async on(page: Page, goal: string = CARD_SHOWS): Promise<PaintClock> {
    await page.addInitScript(inPage(goal));
    return new PaintClock(page);
  }

  /** Time from the start of the navigation to the paint that shows the goal. */
  async navigationToGoal(): Promise<number> {
    await this.until('paintClock.reached !== null');
    return this.page.evaluate<number>('paintClock.reached');
  }

  /** Time from the click in `act` to the paint that shows the goal. */
  async actToGoal(goal: string, act: () => Promise<void>): Promise<number> {
    await this.page.evaluate(`paintClock.goal = null; paintClock.reached = null`);
    // The goal is set at the click, because it may be true for the old tab.
    await this.page.evaluate(
      `addEventListener('click', () => queueMicrotask(() => { paintClock.goal = () => ${goal}; }), { once: true })`,
    );
    await act();
    await this.until('paintClock.reached !== null');
    return this.page.evaluate<number>('paintClock.reached - paintClock.since');
  }

  /** Time from the key in `act` to the last paint with a change. */
  async keyToLastPaint(act: () => Promise<void>): Promise<number> {
    await act();
    return this.inputToLastPaint();
  }

  /** Time from the latest key or click to the last paint with a change, after the page is quiet. */
  async inputToLastPaint(): Promise<number> {
    await this.settled();
    return this.page.evaluate<number>('paintClock.lastPaint - paintClock.since');
  }

  /** The same, without changes that began later than `withinMs` after the input. Call it when the page is quiet. */
  async inputToLastPaintOfChanges(withinMs: number): Promise<number> {
    return this.page.evaluate<number>(
      `Math.max(...paintClock.paints.filter(({ changedAt }) => changedAt - paintClock.since < ${withinMs}).map(({ paintedAt }) => paintedAt)) - paintClock.since`,
    );
  }

  /** Resolves when nothing has changed for this time. */
  async settled(quietMs = QUIET_MS): Promise<void> {
    await this.until(
      `performance.now() - paintClock.lastChange > ${quietMs} && paintClock.lastPaint >= paintClock.lastChange`,
    );
  }

  /**
   * Polls from the test, because the page's CSP forbids evaluating text in it, and polling there would use animation
   * frames.
   */
  private async until(condition: string): Promise<void> {
    for (const deadline = Date.now() + WAIT_AT_MOST_MS; Date.now() < deadline; await sleep(25)) {
      if (await this.page.evaluate<boolean>(condition)) return;
    }
    throw new Error(`The page never came to: ${condition}`);
  }
}
