import type { SitePack, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { messageFieldWord } from '@flyerdeck/contracts/sitePackWords';
import { valueIn } from './addresses.ts';
import { dismissNotes } from './dismissNotes.ts';
import { allIn, holds, isVisible, need, textOf, waitFor } from './dom.ts';
import { findAll, findOne } from './findElements.ts';
import { pageMs } from './pageReady.ts';
import {
  formOf,
  isDisabled,
  isInMessageBox,
  namedIn,
  notPressed,
  pressControl,
  pressOpener,
  whyNotPostButton,
} from './pressable.ts';
import { SiteProblem, siteChanged } from './SiteProblem.ts';

export const CONTROL_TIMEOUT_MS = 5_000;
const AGAIN_MS = 2_000;
const OPEN_TRIES = 3;

const NO_COMPOSER = 'html, body, main, [role="main"], iframe, frame, object, embed';
const NEVER_IN_COMPOSER = 'main, [role="main"], input[type="password"], input[autocomplete^="cc-"]';

/** A part of the page, found again at each call, because sites re-render. */
export type Part = () => HTMLElement | null;

/**
 * The form of the new-post page. Elements are looked for in it, and in what it opened: elements of which none was there before one of
 * its controls was pressed. Nothing is kept; each call finds the element again.
 */
export class Composer {
  constructor(private readonly pack: SitePack) {}

  /** Waits until the composer is there. Throws SiteProblem otherwise. */
  static async find(pack: SitePack): Promise<Composer> {
    const composer = new Composer(pack);
    if (valueIn(location, pack.composer.path) === null) throw siteChanged('The new-post page', 'composer.path');
    if (await composer.opened()) return composer;
    const [first] = findAll(pack.composer.root, document);
    if (!first || !composer.whyImplausible(first)) throw siteChanged('The new-post form', 'composer.root');
    throw siteChanged(`The new-post form (what the site pack means ${composer.whyImplausible(first)})`);
  }

  /** Waits for the new post. If the page opens it by a button, that is pressed until then: a page may be shown before it works. */
  private async opened(): Promise<HTMLElement | null> {
    const { open } = this.pack.composer;
    const root = () => {
      dismissNotes(this.pack);
      return this.root();
    };
    for (let leftMs = pageMs(this.pack); leftMs > 0; leftMs -= CONTROL_TIMEOUT_MS) {
      const button = open && (await waitFor(() => (root() ? null : namedIn(document, open)), 0));
      if (button) pressOpener(button, "The new post's button");
      const found = await waitFor(root, Math.min(leftMs, open ? CONTROL_TIMEOUT_MS : leftMs));
      if (found || !open) return found;
    }
    return null;
  }

  readonly root = (): HTMLElement | null =>
    findOne(this.pack.composer.root, document, (element) => this.whyImplausible(element) === null);

  /** The text field. */
  readonly text = (): HTMLElement | null => {
    const root = this.root();
    return root && this.textIn(root);
  };

  private textIn(root: Element): HTMLElement | null {
    const isOwn = (element: Element) => isTextField(element) && !isInMessageBox(element, messageFieldWord);
    return findOne(this.pack.composer.text, root, isOwn);
  }

  whyImplausible(element: HTMLElement): string | null {
    if (element.matches(NO_COMPOSER)) return 'is a page or a frame';
    if (!isVisible(element)) return 'is hidden';
    if (isInMessageBox(element, messageFieldWord)) return 'is a message box';
    const fields = allIn(element, 'textarea, [contenteditable]');
    if (
      allIn(element, NEVER_IN_COMPOSER).length > 0 ||
      fields.some((field) => isInMessageBox(field, messageFieldWord))
    ) {
      return 'is more than the new post';
    }
    if (findAll(this.pack.account.link, element).length > 0) return 'is the whole page';
    return this.textIn(element) ? null : 'has no text field';
  }

  /** In the composer. */
  all(ways: SitePackWays, isAllowed?: (element: HTMLElement) => boolean): HTMLElement[] {
    const root = this.root();
    return root ? findAll(ways, root, isAllowed) : [];
  }
  one(ways: SitePackWays): HTMLElement | null {
    return this.all(ways)[0] ?? null;
  }

  /** The elements which `ways` find outside of the composer and which it could have opened. */
  private outside(ways: SitePackWays, isShown: (element: Element) => boolean): HTMLElement[] {
    const root = this.root();
    return findAll(
      ways,
      document,
      (element) =>
        isShown(element) &&
        !element.matches(NO_COMPOSER) &&
        !(root && (holds(element, root) || holds(root, element))) &&
        allIn(element, NEVER_IN_COMPOSER).length === 0 &&
        !isInMessageBox(element),
    );
  }

  /** Presses a control of the composer. Returns the part that it opens, in the composer or, when nothing of the kind was shown before, outside. */
  async open(opener: SitePackWays, opened: SitePackWays, what: string): Promise<Part> {
    const control = () => this.one(opener);
    await need(control, `${what}'s button`, CONTROL_TIMEOUT_MS);
    const mayBeOutside = this.outside(opened, isVisible).length === 0;
    const part = () =>
      this.all(opened, isVisible)[0] ?? (mayBeOutside ? this.outside(opened, isVisible)[0] : undefined) ?? null;
    // A page may be shown before it works, and a note may come when it does: a button that opens nothing is pressed again.
    for (let tries = 0; tries < OPEN_TRIES && (tries === 0 || !(await waitFor(part, AGAIN_MS))); tries++) {
      dismissNotes(this.pack);
      const shown = control();
      if (shown) pressControl(shown, `${what}'s button`);
    }
    await need(part, what, CONTROL_TIMEOUT_MS);
    return part;
  }

  /** What appears from now on, in the composer or outside of it. */
  watchAll(ways: SitePackWays, isShown: (element: Element) => boolean = isVisible): () => HTMLElement[] {
    const shown = () => [...this.all(ways, isShown), ...this.outside(ways, isShown)];
    const before = new Set(shown().map(contentOf));
    return () => shown().filter((element) => !before.has(contentOf(element)));
  }
  watch(ways: SitePackWays, isShown?: (element: Element) => boolean): Part {
    const shown = this.watchAll(ways, isShown);
    return () => shown()[0] ?? null;
  }

  readonly postButton = (): HTMLElement | null => this.postButtons().find(({ why }) => why === null)?.button ?? null;
  readonly enabledPostButton = (): HTMLElement | null => {
    const button = this.postButton();
    return button && !isDisabled(button) ? button : null;
  };
  postButtonProblem(): Error {
    if (this.postButton()) {
      return new SiteProblem(
        'not_pressed',
        'The creator site keeps its post button disabled. The text may be too long, or the site asks for something else.',
      );
    }
    const [first] = this.postButtons();
    return first?.why
      ? notPressed('The post button', first.why)
      : siteChanged('The post button', 'composer.submit.button');
  }

  private postButtons() {
    const { button, names } = this.pack.composer.submit;
    const text = this.text();
    const form = text && formOf(text);
    return this.all(button, isVisible).map((one) => ({ button: one, why: whyNotPostButton(one, form, names) }));
  }
}

const contentOf = (element: Element) =>
  `${textOf(element)} ${element instanceof HTMLAnchorElement ? element.href : ''}`;

/** Never a field that may hold a password. */
export const isTextField = (element: Element): element is HTMLElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLElement &&
    ['', 'true', 'plaintext-only'].includes(element.getAttribute('contenteditable') ?? 'no'));

export const allInPart = (part: Part, ways: SitePackWays): HTMLElement[] => {
  const root = part();
  return root ? findAll(ways, root) : [];
};
export const oneInPart = (part: Part, ways: SitePackWays): HTMLElement | null => allInPart(part, ways)[0] ?? null;
