const STYLES =
  `color background-color font letter-spacing text-align line-height white-space display flex-direction align-items
  justify-content gap padding margin border border-radius box-sizing width height fill stroke opacity overflow`.split(
    /\s+/,
  );
const MAX_ELEMENTS = 60;
const MAX_SIZE = 240;

/** An address of data, without images. Null: it is hidden or too large. */
export function pictureOf(element: Element): string | null {
  const { width, height } = element.getBoundingClientRect();
  const originals = [element, ...element.querySelectorAll('*')];
  if (width < 2 || height < 2 || originals.length > MAX_ELEMENTS) return null;
  const copy = element.cloneNode(true) as Element;
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [n, one] of copies.entries()) {
    const computed = getComputedStyle(originals[n] as Element);
    const styles = STYLES.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(';');
    for (const attribute of one.getAttributeNames())
      if (!/^(d|viewBox|cx|cy|r|x|y|points|type)$/.test(attribute)) one.removeAttribute(attribute);
    one.setAttribute('style', `${styles};margin:${n === 0 ? '0' : computed.margin}`);
    if (one.matches('img, iframe, video, script, style')) one.remove();
  }
  const [shownWidth, shownHeight] = [Math.min(width, MAX_SIZE), Math.min(height, MAX_SIZE)].map(Math.ceil);
  const html = new XMLSerializer().serializeToString(copy);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${shownWidth}" height="${shownHeight}"><foreignObject width="${Math.ceil(width)}" height="${Math.ceil(height)}">${html}</foreignObject></svg>`;
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
