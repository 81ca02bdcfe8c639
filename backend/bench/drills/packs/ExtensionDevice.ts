import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createContext, runInContext } from 'node:vm';
import type { SitePack } from '@flyerdeck/contracts';
import { unzipSync } from 'fflate';
import { WebSocket } from 'ws';
import type { DrillPage } from '../fillDrill.ts';
import type { StandInSite } from './standInSite.ts';

/** The built extension, as a server offers it: made for the server's address. */
export interface BuiltExtension {
  readonly worker: string;
  readonly manifest: { readonly content_scripts: readonly { readonly matches: readonly string[] }[] };
}

export async function downloadExtension(baseUrl: string): Promise<BuiltExtension> {
  const response = await fetch(`${baseUrl}/extension.zip`);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const text = (name: string) => new TextDecoder().decode(files[name]);
  return { worker: text('background.js'), manifest: JSON.parse(text('manifest.json')) };
}

type Listener = (...args: unknown[]) => unknown;
interface ToContent {
  readonly kind: string;
  readonly pack: SitePack;
  readonly postingId?: string;
  readonly post?: { readonly postingId: string };
}

/** How long the site takes to publish a post. */
const POST_MS = 500;
const ID = 'drill';

const listeners = () => {
  const added = new Set<Listener>();
  return {
    added,
    event: { addListener: (one: Listener) => added.add(one), removeListener: (one: Listener) => added.delete(one) },
  };
};

/**
 * Runs the extension's own worker in this process, one for each page. The browser's API and the site's tab are simulated; what
 * the worker decides, stores and sends is the extension's code. Its storage outlives `restart`.
 */
export class ExtensionDevice {
  private readonly stored = new Map<string, unknown>();
  private readonly session = new Map<string, unknown>();
  private readonly changed = listeners();
  private readonly messages = listeners();
  private readonly alarms = listeners();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly sockets = new Set<WebSocket>();
  private tab: { id: number; url: string; status: string; active: boolean; startedAtMs: number } | null = null;
  private prepared: { readonly postingId: string; readonly version: number } | null = null;
  private isWorking = false;
  private isStopped = false;
  readonly errors: string[] = [];

  constructor(
    readonly page: DrillPage,
    private readonly extension: BuiltExtension,
    private readonly site: StandInSite,
  ) {
    const { guid, deviceSecret } = page;
    const sitePage = { creatorId: guid, name: 'Page', username: guid, avatarUrl: null };
    this.stored.set('device', {
      secret: deviceSecret,
      linkingToken: '',
      tokenExpiresAt: new Date().toISOString(),
      page: sitePage,
      isLinked: true,
    });
    runInContext(extension.worker, createContext(this.globals(sitePage)));
    const every = setInterval(() => this.alarm(), 30_000);
    this.timers.add(every);
  }

  /** The version of the pack in use, as the worker stores it; 1 is the one that the extension ships with. */
  get packVersion(): number {
    const { pack } = (this.stored.get('sitePack') ?? {}) as { pack?: SitePack | null };
    return pack?.version ?? 1;
  }

  /** The next alarm finds that the daily probe is due. */
  aDayPasses(): void {
    this.stored.set('sitePack', { ...(this.stored.get('sitePack') as object), nextProbeMs: 0 });
    this.alarm();
  }

  stop(): void {
    this.isStopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    for (const socket of this.sockets) socket.terminate();
  }

  private alarm(): void {
    for (const listener of this.alarms.added) listener();
  }

  private keepTimer(timer: NodeJS.Timeout): NodeJS.Timeout {
    if (this.isStopped) clearTimeout(timer);
    else this.timers.add(timer);
    return timer;
  }

  private globals(sitePage: object): object {
    const device = this;
    return {
      chrome: this.chrome(sitePage),
      navigator: {
        locks: {
          async request(_name: string, _options: object, work: (lock: object | null) => Promise<void>) {
            if (device.isWorking || device.isStopped) return work(null);
            device.isWorking = true;
            return work({}).finally(() => {
              device.isWorking = false;
            });
          },
        },
      },
      WebSocket: class extends WebSocket {
        constructor(address: string) {
          super(address);
          device.sockets.add(this);
          this.on('error', () => undefined);
          this.on('close', () => device.sockets.delete(this));
        }
      },
      setTimeout: (work: () => void, ms: number) => this.keepTimer(setTimeout(work, ms)),
      setInterval: (work: () => void, ms: number) => this.keepTimer(setInterval(work, ms)),
      clearTimeout,
      clearInterval: clearTimeout,
      fetch,
      AbortSignal,
      URL,
      TextEncoder,
      btoa,
      atob,
      structuredClone,
      console,
    };
  }

  private chrome(sitePage: object) {
    const area = (values: Map<string, unknown>) => ({
      get: async (key: string) => (values.has(key) ? { [key]: structuredClone(values.get(key)) } : {}),
      set: async (changes: object) => {
        for (const [key, value] of Object.entries(changes)) values.set(key, structuredClone(value));
        for (const listener of this.changed.added) listener();
      },
      remove: async (keys: string | string[]) => {
        for (const key of [keys].flat()) values.delete(key);
      },
      setAccessLevel: async () => undefined,
      onChanged: this.changed.event,
    });
    const { matches = [] } = this.extension.manifest.content_scripts[0] ?? {};
    const siteOrigin = (matches[0] ?? '').replace(/\/\*$/, '');
    const load = (url: string) => {
      this.tab = { id: 1, url, status: 'complete', active: true, startedAtMs: Date.now() };
      return this.tab;
    };
    return {
      runtime: {
        id: ID,
        getManifest: () => this.extension.manifest,
        getURL: (path: string) => `chrome-extension://${ID}/${path}`,
        getPlatformInfo: async () => ({}),
        onMessage: this.messages.event,
        onMessageExternal: listeners().event,
        onInstalled: listeners().event,
        onStartup: listeners().event,
      },
      storage: { local: area(this.stored), session: area(this.session) },
      alarms: { get: async () => ({}), create: async () => undefined, onAlarm: this.alarms.event },
      windows: {
        create: async ({ url }: { url: string }) => ({ tabs: [load(url)] }),
        get: async () => ({ state: 'normal' }),
      },
      tabs: {
        get: async () => this.tab,
        query: async () => (this.tab ? [this.tab] : []),
        update: async (_id: number, { url }: { url?: string }) => (url ? load(url) : this.tab),
        reload: async () => void load(this.tab?.url ?? siteOrigin),
        sendMessage: (_id: number, message: ToContent) => this.answer(message, sitePage, siteOrigin),
      },
    };
  }

  /** What the content script would answer. */
  private async answer(message: ToContent, sitePage: object, siteOrigin: string): Promise<unknown> {
    const { pack } = message;
    switch (message.kind) {
      case 'look':
        return {
          startedAtMs: this.tab?.startedAtMs,
          path: '/',
          isLoggedIn: true,
          page: sitePage,
          counts: null,
          problem: null,
        };
      case 'probe':
        return this.site.probe(pack);
      case 'prepare':
        this.prepared = { postingId: message.post?.postingId ?? '', version: pack.version };
        return this.site.prepare(pack);
      case 'press':
        void this.publish(siteOrigin);
        return { willPress: true };
      default:
        throw new Error(`The stand-in does not answer '${message.kind}'.`);
    }
  }

  private async publish(siteOrigin: string): Promise<void> {
    if (!this.prepared) return;
    const { postingId, version } = this.prepared;
    this.site.press(postingId, version);
    await sleep(POST_MS);
    const outcome = { kind: 'posted', externalPostId: randomBytes(4).toString('hex') };
    const sender = { id: ID, origin: siteOrigin };
    for (const listener of this.messages.added)
      listener({ kind: 'outcome', postingId, outcome }, sender, () => undefined);
  }
}
