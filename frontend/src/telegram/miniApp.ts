import type { Account } from '../lib/accounts.ts';
import { storageOrMemory } from '../lib/browser.ts';

export interface MiniApp {
  readonly initData: string;
  /** Whether the app runs in a Telegram client. Otherwise the parameters come from a link that anyone can make. */
  readonly isInTelegram: boolean;
  readonly user: Account & { readonly id: string | null };
}

/** Telegram adds its parameters only to the first address, so they are stored for reloads. */
const LAUNCH_PARAMS_KEY = 'telegram_launch_params';

const store = storageOrMemory(() => sessionStorage);

const isLaunchHash = (hash: string): boolean => /tgWebApp(Platform|Data)=/.test(hash);
const isInFrame = (): boolean => window.parent !== window;

function launchHash(): string | null {
  // A link opens its screen once, not again with each reload.
  const hash = window.location.hash.slice(1).replace(/&?tgWebAppStartParam=[^&]*/, '');
  if (isLaunchHash(hash)) {
    store().setItem(LAUNCH_PARAMS_KEY, hash);
    // In frames the storage may be blocked. The name survives a reload too.
    if (isInFrame()) window.name = hash;
    return hash;
  }
  const stored = store().getItem(LAUNCH_PARAMS_KEY);
  if (stored !== null || !isInFrame() || !isLaunchHash(window.name)) return stored;
  // Telegram's script reads the address.
  window.history.replaceState(window.history.state, '', `#${window.name}`);
  return launchHash();
}

/** Checks for what Telegram's script uses to reach the client: an object in the web view, or a parent window. */
function isInTelegram(): boolean {
  const { external } = window as { external?: object };
  const hasProxy = 'TelegramWebviewProxy' in window || (external !== undefined && 'notify' in external);
  return hasProxy || isInFrame();
}

function userOf(initData: string): MiniApp['user'] {
  try {
    const { id, username, first_name, last_name } = JSON.parse(new URLSearchParams(initData).get('user') ?? '{}');
    return { id: id === undefined ? null : String(id), username, first_name, last_name };
  } catch {
    return { id: null };
  }
}

/** Null in an ordinary browser. Read without Telegram's script, which is loaded only inside the mini app. */
export function readMiniApp(): MiniApp | null {
  const hash = launchHash();
  if (hash === null) return null;
  const given = new URLSearchParams(hash).getAll('tgWebAppData');
  // Telegram adds one `tgWebAppData`. With two of them, the author of a link has added the other one.
  const initData = given.length === 1 ? (given[0] ?? '') : '';
  return { initData, isInTelegram: isInTelegram(), user: userOf(initData) };
}

/** Removes the stored launch parameters. A document that is loaded without them is not a mini app. */
export function removeLaunchParams(): void {
  store().removeItem(LAUNCH_PARAMS_KEY);
  if (isLaunchHash(window.name)) window.name = '';
}

/** Adds the launch parameters to an address of the app that is loaded as a document. The storage may be unavailable. */
export function withLaunchParams(address: string): string {
  const hash = launchHash();
  return hash === null ? address : `${address}#${hash}`;
}

/** What a link `https://t.me/BOT?startapp=KIND_ID` opens. */
const STARTS: Readonly<Record<string, string>> = {
  view: '/?view=',
  assistant: '/?view=assistants&expandAssistant=',
  page: '/?view=pages&page=',
  task: '/tasks/',
};

export function startAddress(): string | null {
  const start = new URLSearchParams(window.location.hash.slice(1)).get('tgWebAppStartParam');
  const [, kind = '', id] = /^([a-z]+)_([\w-]{1,64})$/.exec(start ?? '') ?? [];
  return id !== undefined && Object.hasOwn(STARTS, kind) ? `${STARTS[kind]}${id}` : null;
}
