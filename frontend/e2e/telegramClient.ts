import { expect, type Frame, type Page } from '@playwright/test';
import { TELEGRAM_THEMES, type TelegramScheme } from '../test/telegramThemes.ts';

/** The address that frames the app in Telegram Web. The app's headers must allow it. */
const TELEGRAM_WEB = 'https://web.telegram.org/k/';

const NO_INSETS = { top: 0, bottom: 0, left: 0, right: 0 };
type Insets = Readonly<typeof NO_INSETS>;

interface LaunchOptions {
  readonly initData?: string;
  readonly scheme?: TelegramScheme;
  /** The newest version of the Bot API that the client supports. */
  readonly version?: string;
  readonly safeArea?: Insets;
  /** Below Telegram's own controls. */
  readonly contentSafeArea?: Insets;
  /** Path in the app; '/' by default. */
  readonly path?: string;
  /** The person's answer to the question whether the bot may write. */
  readonly writeAccess?: 'allowed' | 'cancelled';
  /** What the camera sees when the app scans a QR code. */
  readonly scanned?: string;
  /** Of a link with `?startapp=`. */
  readonly startParam?: string;
}

interface SentEvent {
  readonly type: string;
  readonly data: Record<string, unknown> | null;
}

const addressOf = (
  baseUrl: string,
  { initData = '', scheme = 'light', version = '8.0', path = '/', startParam }: LaunchOptions,
) =>
  `${baseUrl}${path}#${new URLSearchParams({
    tgWebAppData: initData,
    tgWebAppVersion: version,
    tgWebAppPlatform: 'ios',
    tgWebAppThemeParams: JSON.stringify(TELEGRAM_THEMES[scheme]),
    ...(startParam !== undefined && { tgWebAppStartParam: startParam }),
  })}`;

/** The client's answers to requests of Telegram's script. */
const answersOf = (
  {
    scheme = 'light',
    safeArea = NO_INSETS,
    contentSafeArea = NO_INSETS,
    scanned = '',
    writeAccess = 'cancelled',
  }: LaunchOptions,
  { width, height }: Size,
) => ({
  web_app_request_theme: ['theme_changed', { theme_params: TELEGRAM_THEMES[scheme] }],
  web_app_request_viewport: ['viewport_changed', { width, height, is_state_stable: true, is_expanded: true }],
  web_app_request_write_access: ['write_access_requested', { status: writeAccess }],
  web_app_request_safe_area: ['safe_area_changed', safeArea],
  web_app_request_content_safe_area: ['content_safe_area_changed', contentSafeArea],
  web_app_open_scan_qr_popup: ['qr_text_received', { data: scanned }],
});

interface Size {
  readonly width: number;
  readonly height: number;
}

let lastClient = 0;

/** Collects the messages of the app, also when it is loaded again. `tell` names the page's function that takes them. */
async function collectEvents(page: Page) {
  const events: SentEvent[] = [];
  lastClient += 1;
  const tell = `tellTest${lastClient}`;
  await page.exposeFunction(tell, (type: string, data: SentEvent['data']) => events.push({ type, data }));
  return { events, tell };
}

/** A simulated Telegram client with the mini app. The app uses Telegram's own script. */
export class TelegramClient {
  private constructor(
    /** The document of the app: the frame in Telegram Web, or the whole web view of a phone. */
    readonly app: Page | Frame,
    private readonly events: readonly SentEvent[],
    private readonly emit: (type: string, data: object) => Promise<void>,
  ) {}

  /** Opens the app as Telegram Web does: in a frame, with messages between the windows. */
  static async web(page: Page, baseUrl: string, options: LaunchOptions = {}): Promise<TelegramClient> {
    const answers = answersOf(options, page.viewportSize() ?? { width: 0, height: 0 });
    const address = addressOf(baseUrl, options);
    const { events, tell } = await collectEvents(page);
    const html = `<!doctype html><html lang="en"><title>Telegram Web</title><meta name="viewport" content="width=device-width">
      <style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; display: block }</style>
      <script>
        const answers = ${JSON.stringify(answers)};
        window.addEventListener('message', ({ data, source }) => {
          const { eventType, eventData } = JSON.parse(data);
          ${tell}(eventType, eventData || null);
          const answer = answers[eventType];
          if (answer) source.postMessage(JSON.stringify({ eventType: answer[0], eventData: answer[1] }), '*');
        });
      </script>
      <iframe name="app" title="Flyerdeck" allow="clipboard-write"></iframe>
      <script>document.querySelector('iframe').src = ${JSON.stringify(address)};</script>`;
    await page.route(`${TELEGRAM_WEB}**`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    // Public pages may frame local servers only with a permission. Older browsers do not have it.
    await page
      .context()
      .grantPermissions(['local-network-access'])
      .catch(() => undefined);
    await page.goto(TELEGRAM_WEB);
    await expect.poll(() => page.frame({ name: 'app' })?.url() ?? '').toContain(baseUrl);
    const frame = page.frame({ name: 'app' });
    if (!frame) throw new Error('Telegram Web did not open the app.');
    return new TelegramClient(frame, events, (eventType, eventData) =>
      page.evaluate(
        (message) => {
          const app = document.querySelector('iframe')?.contentWindow;
          app?.postMessage(JSON.stringify(message), '*');
        },
        { eventType, eventData },
      ),
    );
  }

  /** Opens the app as phones do: the web view contains Telegram's proxy object. */
  static async mobile(page: Page, baseUrl: string, options: LaunchOptions = {}): Promise<TelegramClient> {
    const answers = answersOf(options, page.viewportSize() ?? { width: 0, height: 0 });
    const { events, tell } = await collectEvents(page);
    await page.addInitScript(
      (given) => {
        Object.assign(window, {
          TelegramWebviewProxy: {
            postEvent(type: string, data: string) {
              (window as unknown as Record<string, (...event: unknown[]) => void>)[given.tell]?.(
                type,
                JSON.parse(data) || null,
              );
              const answer = (given.answers as Record<string, unknown[]>)[type];
              // Phones answer asynchronously.
              if (answer) setTimeout(() => (window as unknown as Phone).Telegram.WebView.receiveEvent(...answer), 5);
            },
          },
        });
      },
      { answers, tell },
    );
    await page.goto(addressOf(baseUrl, options));
    return new TelegramClient(page, events, (type, data) =>
      page.evaluate(([name, body]) => (window as unknown as Phone).Telegram.WebView.receiveEvent(name, body), [
        type,
        data,
      ] as const),
    );
  }

  /** All messages `web_app_...` of this type that the app sent to Telegram, in order. */
  sent(type: string): SentEvent['data'][] {
    return this.events.filter((event) => event.type === `web_app_${type}`).map(({ data }) => data);
  }

  /** Waits until the last message of this type matches. */
  async lastIs(type: string, data: Record<string, unknown>): Promise<void> {
    await expect.poll(() => this.sent(type).at(-1)).toMatchObject(data);
  }

  changeTheme(scheme: TelegramScheme): Promise<void> {
    return this.emit('theme_changed', { theme_params: TELEGRAM_THEMES[scheme] });
  }

  changeViewport(height: number): Promise<void> {
    return this.emit('viewport_changed', { height, is_state_stable: true, is_expanded: true });
  }

  changeSafeArea(safeArea: Insets): Promise<void> {
    return this.emit('safe_area_changed', safeArea);
  }

  pressBack(): Promise<void> {
    return this.emit('back_button_pressed', {});
  }

  pressMain(): Promise<void> {
    return this.emit('main_button_pressed', {});
  }
}

interface Phone {
  readonly Telegram: { readonly WebView: { receiveEvent(...args: unknown[]): void } };
}
