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

interface TelegramBridges {
  readonly TelegramWebviewProxy?: { postEvent(type: string, data: string): void };
  readonly external?: { notify?(message: string): void };
}

function launchParams(): URLSearchParams | null {
  const hash = window.location.hash.slice(1);
  if (hash.includes('tgWebAppPlatform=') || hash.includes('tgWebAppData=')) {
    sessionStorage.setItem(REMEMBERED_KEY, hash);
    return new URLSearchParams(hash);
  }
  const remembered = sessionStorage.getItem(REMEMBERED_KEY);
  return remembered === null ? null : new URLSearchParams(remembered);
}

function userOf(initData: string): MiniApp['user'] {
  try {
    const { id, username, first_name, last_name } = JSON.parse(new URLSearchParams(initData).get('user') ?? '{}');
    return { id: id === undefined ? null : String(id), username, first_name, last_name };
  } catch {
    return { id: null };
  }
}

/** The mini app we run in; null in an ordinary browser. */
export function readMiniApp(): MiniApp | null {
  const params = launchParams();
  if (!params) return null;
  const initData = params.get('tgWebAppData') ?? '';
  return { initData, user: userOf(initData) };
}

/** Telegram's own bridge, spoken directly: its script is 30 KiB that no first load should carry. */
function postEvent(type: string, data: object = {}): void {
  const { TelegramWebviewProxy, external } = window as unknown as TelegramBridges;
  if (TelegramWebviewProxy) TelegramWebviewProxy.postEvent(type, JSON.stringify(data));
  else if (external && typeof external.notify === 'function') {
    external.notify(JSON.stringify({ eventType: type, eventData: data }));
  } else if (window.parent !== window) {
    // Any origin may hear that we are ready; there is nothing secret in it, and Telegram has several.
    window.parent.postMessage(JSON.stringify({ eventType: type, eventData: data }), '*');
  }
}

/** Tells Telegram to take its loading screen away and to give the app the whole height. */
export function showMiniApp(): void {
  postEvent('web_app_ready');
  postEvent('web_app_expand');
}
