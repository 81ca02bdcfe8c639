import type { SitePack, SitePackWays, StepOf } from '@flyerdeck/contracts/sitePack';
import { composerPath, messageFieldWord, stepOf } from '@flyerdeck/contracts/sitePackWords';
import { valueIn } from './addresses.ts';
import { allIn, EDITABLE, holds, isVisible, textOf, waitFor } from './dom.ts';
import { findAll, findOne, pageMs } from './findElements.ts';
import { formOf, isDisabled, isInMessageBox, notPressed, whyNotPublished } from './pressable.ts';
import { SiteProblem, siteChanged } from './site.ts';

export const CONTROL_TIMEOUT_MS = 5_000;

const NO_FORM = 'html, body, main, [role="main"], iframe, frame, object, embed';
const NEVER_IN_FORM = 'main, [role="main"], input[type="password"], input[autocomplete^="cc-"]';

/** A part of the page, found again at each call, because sites re-render. */
export type Part = () => HTMLElement | null;

/** Elements are looked for in the pack's form, or in the whole page, and in what the form has opened. Each call finds them again. */
export class Composer {
  constructor(readonly pack: SitePack) {}

  /** Throws SiteProblem if this is not the page of the new post. */
  static find(pack: SitePack): Composer {
    const composer = new Composer(pack);
    if (valueIn(location, composerPath(pack)) === null) throw siteChanged('The new-post page', 'steps.0.open');
    const [first] = pack.form ? findAll(pack.form, document, isVisible) : [];
    const why = first && !composer.root() ? composer.whyImplausible(first) : null;
    if (why) throw siteChanged(`The new-post form (what the site pack means ${why})`, 'form');
    return composer;
  }

  readonly root = (): HTMLElement | null => {
    const { form } = this.pack;
    return form ? findOne(form, document, (one) => this.whyImplausible(one) === null) : document.body;
  };

  whyImplausible(element: HTMLElement): string | null {
    if (element.matches(NO_FORM)) return 'is a page or a frame';
    if (!isVisible(element)) return 'is hidden';
    if (isInMessageBox(element, messageFieldWord)) return 'is a message box';
    const fields = allIn(element, `textarea, ${EDITABLE}`);
    if (allIn(element, NEVER_IN_FORM).length > 0 || fields.some((one) => isInMessageBox(one, messageFieldWord))) {
      return 'is more than the new post';
    }
    return findAll(this.pack.account.username, element).length > 0 ? 'is the whole page' : null;
  }

  /** Never one that may hold a password or a message. */
  field({ field, what }: Pick<StepOf<'fill'>, 'field' | 'what'>): HTMLElement | null {
    const isOwn = (one: Element) =>
      (isTextField(one) || (what === 'title' && isLineField(one))) && !isInMessageBox(one, messageFieldWord);
    return this.all(field, isOwn)[0] ?? null;
  }

  all(ways: SitePackWays, isAllowed?: (element: HTMLElement) => boolean): HTMLElement[] {
    const root = this.root();
    return root ? findAll(ways, root, isAllowed) : [];
  }
  one(ways: SitePackWays): HTMLElement | null {
    return this.all(ways)[0] ?? null;
  }

  /** Also when it is gone. None without a form: it is the whole page. */
  private outside(ways: SitePackWays, isShown: (element: Element) => boolean): HTMLElement[] {
    if (!this.pack.form) return [];
    const root = this.root();
    return findAll(
      ways,
      document,
      (element) =>
        isShown(element) &&
        !element.matches(NO_FORM) &&
        !(root && (holds(element, root) || holds(root, element))) &&
        allIn(element, NEVER_IN_FORM).length === 0 &&
        !isInMessageBox(element),
    );
  }

  /** In the form or, when nothing of the kind was shown there before, in what it has opened. */
  shownSince(ways: SitePackWays): Part {
    const mayBeOutside = this.outside(ways, isVisible).length === 0;
    return () => this.all(ways, isVisible)[0] ?? (mayBeOutside ? this.outside(ways, isVisible)[0] : undefined) ?? null;
  }

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
  postButtonProblem(codeOfDisabled: 'text_not_taken' | 'not_pressed' = 'text_not_taken'): Error {
    if (this.postButton()) {
      return new SiteProblem(
        codeOfDisabled,
        'The creator site keeps its post button disabled. The text may be too long, or the site asks for something else.',
      );
    }
    const [first] = this.postButtons();
    return first?.why
      ? notPressed('The post button', first.why)
      : siteChanged('The post button', `steps.${this.pack.steps.findIndex((step) => step.do === 'publish')}.publish`);
  }

  private postButtons() {
    const { steps, allow } = this.pack;
    const publish = stepOf(this.pack, 'publish');
    const text = steps.find((step): step is StepOf<'fill'> => step.do === 'fill' && step.what === 'text');
    const field = text && this.field(text);
    const form = field ? formOf(field) : null;
    if (!publish) return [];
    const { button, names } = publish;
    return this.all(button, isVisible).map((one) => ({
      button: one,
      why: formOf(one) === form ? whyNotPublished(one, names, allow) : 'it belongs to another form',
    }));
  }

  async need<T>(find: () => T | null | undefined, what: string, timeoutMs = pageMs(this.pack)): Promise<T> {
    const found = await waitFor(find, timeoutMs);
    if (!found) throw siteChanged(what);
    return found;
  }
}

const contentOf = (element: Element) =>
  `${textOf(element)} ${element instanceof HTMLAnchorElement ? element.href : (element.getAttribute('src') ?? '')}`;

export const isTextField = (element: Element): element is HTMLElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLElement &&
    ['', 'true', 'plaintext-only'].includes(element.getAttribute('contenteditable') ?? 'no'));

const isLineField = (element: Element): boolean =>
  element instanceof HTMLInputElement && ['text', 'search'].includes(element.type);

export const allInPart = (part: Part, ways: SitePackWays): HTMLElement[] => {
  const root = part();
  return root ? findAll(ways, root) : [];
};
export const oneInPart = (part: Part, ways: SitePackWays): HTMLElement | null => allInPart(part, ways)[0] ?? null;
