import { siteOrigin, WORK_TAB_MARK } from '../shared/manifestValues.ts';
import type { FromPage, ToPage } from '../shared/recordTypes.ts';
import { RECORD_PORT } from './watchPerson.ts';

const CONNECT_AGAIN_MS = 50;

/** Each page that is loaded there is told again what to do. */
export class SiteTab {
  private port: chrome.runtime.Port | null = null;
  private task: ToPage = { mode: 'off' };

  private constructor(
    readonly id: number,
    private readonly onMessage: (message: FromPage) => void,
    private readonly onLeft: () => void,
  ) {
    // At once: what the person does first is part of the recording.
    this.connect();
    setInterval(() => this.connect(), CONNECT_AGAIN_MS);
  }

  /** Not the one that the extension works in. */
  static async find(onMessage: (message: FromPage) => void, onLeft: () => void): Promise<SiteTab> {
    const open = (await chrome.tabs.query({ url: `${siteOrigin}/*` })).filter(
      ({ url }) => !url?.endsWith(WORK_TAB_MARK),
    );
    open.sort((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0));
    const tab = open[0] ?? (await chrome.windows.create({ url: siteOrigin }))?.tabs?.[0];
    return new SiteTab(tab?.id ?? -1, onMessage, onLeft);
  }

  tell(task: ToPage): void {
    this.task = task;
    this.port?.postMessage(task);
  }

  private connect(): void {
    if (this.port) return;
    const port = chrome.tabs.connect(this.id, { name: RECORD_PORT, frameId: 0 });
    this.port = port;
    port.onMessage.addListener((message: FromPage) => this.onMessage(message));
    // The page was left, or none of the site is loaded.
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError;
      this.port = null;
      this.onLeft();
    });
    port.postMessage(this.task);
  }
}
