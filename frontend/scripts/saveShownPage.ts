/** Copies the shown page as HTML, with hidden elements and shadow roots, when it is entered in the console of the DevTools. */
export const SAVE_SHOWN_PAGE =
  'copy(document.documentElement.getHTML({ shadowRoots: [...document.querySelectorAll("*")].flatMap(function rootsOf({ shadowRoot }) { return shadowRoot ? [shadowRoot, ...[...shadowRoot.querySelectorAll("*")].flatMap(rootsOf)] : []; }) }))';
