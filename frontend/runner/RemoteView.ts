import type { BrowserContext, Page } from 'playwright-core';

const SCREENSHOT_TIMEOUT_MS = 5_000;
const MAX_TEXT_LENGTH = 2_000;
/** For example Enter, Control+a, Control+Shift+ArrowLeft. */
const KEY = /^(?:(?:Control|Alt|Shift)\+){0,3}(?:[A-Z][A-Za-z0-9]{1,20}|[\x21-\x7e])$/;

interface ViewFrame {
  /** A JPEG in base64, one pixel of it for one of the page; null while there is nothing to show. */
  readonly image: string | null;
  readonly address: string;
}

type Input = Readonly<Record<string, unknown>>;

/**
 * Shows a browser without a window to a person and makes what the person does there. It uses the pipe to the browser, as a port of the
 * browser would answer every user of the machine.
 */
export class RemoteView {
  constructor(private readonly context: Pick<BrowserContext, 'pages'>) {}

  async frame(): Promise<ViewFrame> {
    const page = await this.shownPage();
    // A page that is being left gives none.
    const image = await page
      ?.screenshot({ type: 'jpeg', quality: 70, scale: 'css', caret: 'initial', timeout: SCREENSHOT_TIMEOUT_MS })
      .catch(() => null);
    return { image: image?.toString('base64') ?? null, address: page?.url() ?? '' };
  }

  /** Makes these inputs one after the other. What is no input is ignored. */
  async input(inputs: unknown): Promise<void> {
    const page = await this.shownPage();
    if (!page || !Array.isArray(inputs)) return;
    for (const input of inputs) if (input !== null && typeof input === 'object') await make(page, input as Input);
  }

  /** The first tab with a site, or the last window that a site has opened, for example to log in elsewhere. Not the extension's. */
  private async shownPage(): Promise<Page | undefined> {
    const pages = this.context.pages().filter((page) => /^https?:/.test(page.url()));
    const openers = await Promise.all(pages.map((page) => page.opener()));
    return pages.findLast((_page, index) => openers[index]) ?? pages[0];
  }
}

/** Nothing if the page was closed meanwhile. */
const make = (page: Page, input: Input) => makeOn(page, input).catch(() => undefined);

async function makeOn(page: Page, { type, x, y, count, key, text, address }: Input): Promise<void> {
  const { mouse, keyboard } = page;
  const [left, top] = [Number(x), Number(y)];
  if (type === 'move' && Number.isFinite(left + top)) await mouse.move(left, top);
  if (type === 'wheel' && Number.isFinite(left + top)) await mouse.wheel(left, top);
  if (type === 'down') await mouse.down({ clickCount: Number(count) || 1 });
  if (type === 'up') await mouse.up({ clickCount: Number(count) || 1 });
  if (type === 'key' && typeof key === 'string' && KEY.test(key)) await keyboard.press(key);
  if (type === 'text' && typeof text === 'string' && text.length <= MAX_TEXT_LENGTH) {
    // As keys, which some fields for codes need. A pasted text must not press Enter.
    if (text.length === 1) await keyboard.type(text);
    else await keyboard.insertText(text);
  }
  // Not awaited: a site that does not answer must not hold back the inputs.
  if (type === 'address' && typeof address === 'string' && /^https?:\/\//.test(address))
    void page.goto(address, { waitUntil: 'commit' }).catch(() => undefined);
  if (type === 'back') void page.goBack({ waitUntil: 'commit' }).catch(() => undefined);
}
