function treesOf(root: Document | Element): ParentNode[] {
  const trees: ParentNode[] = [root];
  for (let index = 0; index < trees.length; index++) {
    const tree = trees[index] as ParentNode & Node;
    if (tree instanceof Element && tree.shadowRoot) trees.push(tree.shadowRoot);
    const walker = document.createTreeWalker(tree, NodeFilter.SHOW_ELEMENT);
    while (walker.nextNode()) {
      const { shadowRoot } = walker.currentNode as Element;
      if (shadowRoot) trees.push(shadowRoot);
    }
  }
  return trees;
}

export const parentOf = (node: Node): Element | null =>
  node.parentElement ?? (node.parentNode instanceof ShadowRoot ? node.parentNode.host : null);

export function selfAndAncestors(element: Element): Element[] {
  const found: Element[] = [];
  for (let one: Element | null = element; one; one = parentOf(one)) found.push(one);
  return found;
}

/** Like `closest`, through shadow roots. */
export const closest = (element: Element, selector: string): Element | null =>
  selfAndAncestors(element).find((one) => one.matches(selector)) ?? null;

/** Like `contains`, through shadow roots. */
export const holds = (outer: Element, inner: Element): boolean => selfAndAncestors(inner).includes(outer);

export const allIn = (root: Document | Element, selector: string): HTMLElement[] =>
  treesOf(root).flatMap((tree) => [...tree.querySelectorAll<HTMLElement>(selector)]);

/** A part of an editor may say that it takes no text. */
export const EDITABLE = '[contenteditable]:not([contenteditable="false" i])';

export const isVisible = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

const MAX_TEXT = 500;
export const textOf = (element: Element | null): string =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT);

export function tellChange(field: Element): void {
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
}

/** Frameworks define their own setter on the element; the prototype's setter changes the value. */
export const setValue = (field: HTMLInputElement | HTMLTextAreaElement, value: string): void =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);

/** What the user sees of a control that shows a choice. */
export function displayOf(element: Element | null): string {
  if (element instanceof HTMLSelectElement) return textOf(element.selectedOptions[0] ?? null);
  const isChecked = element?.getAttribute('aria-checked');
  if (isChecked) return isChecked === 'true' ? 'on' : '';
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) {
    return element.checked ? 'on' : '';
  }
  if (element instanceof HTMLInputElement) return element.type === 'password' ? '' : element.value.slice(0, MAX_TEXT);
  return textOf(element);
}

const POLL_MS = 1_000;

/** Tries again whenever the document or an open shadow root changes, and each second. Null after `timeoutMs`. */
export function waitFor<T>(find: () => T | null | undefined, timeoutMs: number): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      observer.disconnect();
      document.removeEventListener('readystatechange', lookAgain);
      clearTimeout(timer);
      clearInterval(polls);
    };
    const end = (found: T | null) => {
      stop();
      resolve(found);
    };
    const observe = () => {
      for (const tree of treesOf(document)) {
        observer.observe(tree, { subtree: true, childList: true, attributes: true, characterData: true });
      }
    };
    const look = (isLast: boolean) => {
      try {
        const found = find();
        if (found || isLast) end(found ?? null);
        else observe();
      } catch (error) {
        stop();
        reject(error);
      }
    };
    const lookAgain = () => look(false);
    const observer = new MutationObserver(lookAgain);
    document.addEventListener('readystatechange', lookAgain);
    const timer = setTimeout(() => look(true), timeoutMs);
    // For what changes without a change of the document, such as the value of a field.
    const polls = setInterval(lookAgain, POLL_MS);
    lookAgain();
  });
}
