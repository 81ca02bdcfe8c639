import { storageOrMemory } from '../lib/storageOrMemory.ts';

/** What Telegram tells a mini app about itself and its user; `initData` is the proof that the server checks. */
export interface MiniApp {
  readonly initData: string;
  readonly user: {
    readonly id: string | null;
    readonly username?: string;
    readonly first_name?: string;
    readonly last_name?: string;
  };
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
  const params = new URLSearchParams(hash);
  const initData = params.get('tgWebAppData') ?? '';
  return { initData, user: userOf(initData) };
}

/** An address to load as a document of our own: inside Telegram with its parameters, which no storage may have kept. */
export function withLaunchParams(address: string): string {
  const hash = launchHash();
  return hash === null ? address : `${address}#${hash}`;
}
