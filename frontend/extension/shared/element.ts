type Child = Node | string | null | false;

/** Children are text, never markup: page names come from the site. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child): child is Node | string => child !== null && child !== false));
  return made;
}

export function button(text: string, onClick: () => void, { isPrimary = false } = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...(isPrimary ? { class: 'primary' } : {}) }, text);
  made.addEventListener('click', onClick);
  return made;
}

export const note = (text: string, kind = ''): HTMLElement =>
  element('p', { class: `note ${kind}`.trim(), role: 'status' }, text);

export const minor = (text: string): HTMLElement => element('p', { class: 'minor' }, text);
