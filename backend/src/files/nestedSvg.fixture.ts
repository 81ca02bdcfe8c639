/** A small SVG that draws 10^`levels` shapes: each group shows ten copies of the one before. */
export function nestedSvg(levels = 9): Buffer {
  const groups = Array.from(
    { length: levels },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`,
  );
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><defs><rect id="g0" width="9" height="9"/>${groups.join('')}</defs><use href="#g${levels}"/></svg>`,
  );
}
