/** Builds an element from its attributes and children. A handler's name starts with `on`. */
export function build<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes?: Attributes,
  ...children: (Node | string | null)[]
): HTMLElementTagNameMap[Tag];
export function build(tag: string, attributes?: Attributes, ...children: (Node | string | null)[]): HTMLElement;
export function build(tag: string, attributes: Attributes = {}, ...children: (Node | string | null)[]): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (typeof value === 'boolean') element.toggleAttribute(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>;
