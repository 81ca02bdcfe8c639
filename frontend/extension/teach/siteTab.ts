import { siteOrigin } from '../shared/manifestValues.ts';
import type { AnswerTo, ToContent } from '../shared/messages.ts';
import type { Draft, Survey } from '../shared/teachTypes.ts';
import { WORK_TAB_MARK } from '../shared/workTabMark.ts';
import { siteSeconds } from '../sites/waits.ts';
import type { Picked } from './interpretClick.ts';
import { TEACH_PORT, type ToPicker } from './picker.ts';

const AGAIN_MS = 300;

/** The tab of the site in which the person clicks. */
export class SiteTab {
  private port: chrome.runtime.Port | null = null;

  private constructor(
    readonly id: number,
    private readonly onPicked: (picked: Picked) => void,
  ) {}

  /** The site's most recently used tab, but not the one that the extension works in; a new one if there is none. */
  static async find(onPicked: (picked: Picked) => void): Promise<SiteTab> {
    const open = (await chrome.tabs.query({ url: `${siteOrigin}/*` })).filter(
      ({ url }) => !url?.endsWith(WORK_TAB_MARK),
    );
    open.sort((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0));
    const tab = open[0] ?? (await chrome.windows.create({ url: siteOrigin }))?.tabs?.[0];
    return new SiteTab(tab?.id ?? -1, onPicked);
  }

  /** Null while no page of the site is loaded there. */
  ask<K extends ToContent['kind']>(message: Extract<ToContent, { kind: K }>): Promise<AnswerTo[K] | null> {
    return chrome.tabs.sendMessage(this.id, message, { frameId: 0 }).catch(() => null);
  }

  /** Tells the page what clicks mean. Clicks are taken until this window is closed. */
  tell(request: ToPicker): void {
    if (!this.port) {
      const port = chrome.tabs.connect(this.id, { name: TEACH_PORT, frameId: 0 });
      port.onMessage.addListener((picked: Picked) => this.onPicked(picked));
      // The page was left. The next one is told anew.
      port.onDisconnect.addListener(() => {
        void chrome.runtime.lastError;
        if (this.port === port) this.port = null;
      });
      this.port = port;
    }
    this.port.postMessage(request);
  }

  /** Loads a page of the site, and returns what it shows. */
  async goTo(path: string, pack: Draft['pack']): Promise<Survey | null> {
    const url = `${siteOrigin}${path}`;
    const { url: shown = '' } = await chrome.tabs.get(this.id);
    const sinceMs = Date.now() - 1;
    if (shown !== url) await chrome.tabs.update(this.id, { url });
    // Changing the part after the '#' alone would not load the page.
    const isLoading = shown.split('#')[0] !== url.split('#')[0] || (shown !== url && !url.includes('#'));
    if (!isLoading) await chrome.tabs.reload(this.id);
    return this.askUntil({ kind: 'survey', pack }, ({ startedAtMs }) => startedAtMs >= sinceMs, siteSeconds);
  }

  /** Asks until the answer is good; the last answer after a while. */
  async askUntil<K extends ToContent['kind']>(
    message: Extract<ToContent, { kind: K }>,
    isGood: (answer: AnswerTo[K]) => boolean,
    withinSeconds: number,
  ): Promise<AnswerTo[K] | null> {
    const untilMs = Date.now() + withinSeconds * 1000;
    for (;;) {
      const answer = await this.ask(message);
      if ((answer && isGood(answer)) || Date.now() > untilMs) return answer;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
