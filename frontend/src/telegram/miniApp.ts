import type { Account } from '../lib/accountName.ts';
import { storageOrMemory } from '../lib/storageOrMemory.ts';

/** What Telegram tells a mini app about itself and its user; `initData` is the proof that the server checks. */
export interface MiniApp {
  readonly initData: string;
  /** A Telegram client is around us. Without one the parameters came with a link, which anybody can have made. */
  readonly isInTelegram: boolean;
  readonly user: Account & { readonly id: string | null };
}

/** Telegram gives its parameters in the first address only; a reload within the app has to find them again. */
const REMEMBERED_KEY = 'telegram_launch_params';

const store = storageOrMemory(() => sessionStorage);

function launchHash(): string | null {
  const hash = window.location.hash.slice(1);
  if (hash.includes('tgWebAppPlatform=') || hash.includes('tgWebAppData=')) {
    store().setItem(REMEMBERED_KEY, hash);
    return hash;
  }
  return store().getItem(REMEMBERED_KEY);
}

/** How Telegram's own script reaches the client: by an object in the web view, or by the window that frames the app. */
function isInTelegram(): boolean {
  const { external } = window as { external?: object };
  const hasProxy = 'TelegramWebviewProxy' in window || (external !== undefined && 'notify' in external);
  return hasProxy || window.parent !== window;
}

function userOf(initData: string): MiniApp['user'] {
  try {
    const { id, username, first_name, last_name } = JSON.parse(new URLSearchParams(initData).get('user') ?? '{}');
    return { id: id === undefined ? null : String(id), username, first_name, last_name };
  } catch {
    return { id: null };
  }
}

/**
 * The mini app we run in; null in an ordinary browser. Telegram's script would say the same, but it is loaded only once
 * this has said that it is wanted.
 */
export function readMiniApp(): MiniApp | null {
  const hash = launchHash();
  if (hash === null) return null;
  const given = new URLSearchParams(hash).getAll('tgWebAppData');
  // Telegram names one person. A second name was put into the address before Telegram added its own.
  const initData = given.length === 1 ? (given[0] ?? '') : '';
  return { initData, isInTelegram: isInTelegram(), user: userOf(initData) };
}

/** Forgets what the first address told, so that a document loaded without it is an ordinary one. */
export function forgetLaunch(): void {
  store().removeItem(REMEMBERED_KEY);
}

/** An address to load as a document of our own: inside Telegram with its parameters, which no storage may have kept. */
export function withLaunchParams(address: string): string {
  const hash = launchHash();
  return hash === null ? address : `${address}#${hash}`;
}
