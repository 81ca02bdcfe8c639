const MAX_BYTES = 20_000;
const MAX_DEPTH = 40;

/** A role of another form could hold a text. */
function lineOf(element: Element): string {
  const role = element.getAttribute('role') ?? '';
  const attributes = element.getAttributeNames().filter((name) => name !== 'role');
  return [
    element.localName,
    ...(/^[a-z]{3,20}$/.test(role) ? [`role=${role}`] : []),
    ...(attributes.length > 0 ? [`[${attributes.join(' ')}]`] : []),
  ].join(' ');
}

function* childrenOf(parent: ParentNode | null): Generator<Element> {
  for (let child = parent?.firstElementChild; child; child = child.nextElementSibling) yield child;
}

function linesOf(element: Element, depth: number): string[] {
  const indent = ' '.repeat(depth);
  if (depth >= MAX_DEPTH) return [`${indent}...`];
  const groups: { lines: string[]; count: number }[] = [];
  const add = (lines: string[]) => {
    const last = groups.at(-1);
    if (last && last.lines.join('\n') === lines.join('\n')) last.count += 1;
    else groups.push({ lines, count: 1 });
  };
  for (const child of childrenOf(element.shadowRoot)) add([`${indent} #shadow`, ...linesOf(child, depth + 2)]);
  for (const child of childrenOf(element)) add(linesOf(child, depth + 1));
  const inner = groups.flatMap(({ lines: [first = '', ...rest], count }) => [
    count === 1 ? first : `${first} x${count}`,
    ...rest,
  ]);
  return [`${indent}${lineOf(element)}`, ...inner];
}

/** Without texts and values. At most 20 KB. */
export function captureStructure(root: Element): string {
  let structure = '';
  let bytes = 0;
  for (const line of linesOf(root, 0)) {
    bytes += new TextEncoder().encode(`${line}\n`).length;
    if (bytes > MAX_BYTES) return `${structure}...`;
    structure += `${line}\n`;
  }
  return structure;
}
