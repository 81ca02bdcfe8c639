import type { SitePack, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { computeAccessibleName } from 'dom-accessibility-api';
import { findAll, findOne } from '../extension/sites/findElements.ts';

/** The ways of each element of a pack, by its path. */
function* elementsOf(part: object, path: string): Generator<[string, SitePackWays]> {
  for (const [key, value] of Object.entries(part)) {
    const isWays =
      Array.isArray(value) && value.every((one) => ['css', 'testId', 'role'].some((way) => way in Object(one)));
    if (isWays) yield [`${path}.${key}`, value];
    else if (typeof value === 'object' && !Array.isArray(value)) yield* elementsOf(value, `${path}.${key}`);
  }
}

const tagAndName = (element: Element) =>
  `${element.localName} ${JSON.stringify(computeAccessibleName(element) || (element.textContent ?? '').trim().slice(0, 40))}`;

/** A line per element of the pack: how many there are in the form and on the page, and the first one. */
function findInPage({ account, composer, feed }: SitePack): string[] {
  const form = findOne(composer.root, document);
  return ['account', 'composer', 'feed'].flatMap((name) =>
    [...elementsOf({ account, composer, feed }[name] as object, name)].map(([path, ways]) => {
      const found = findAll(ways, document);
      const inForm =
        name === 'composer' && form && ways !== composer.root ? ` (${findAll(ways, form).length} in the form)` : '';
      return `${path.padEnd(30)} ${found.length}${inForm} ${found[0] ? tagAndName(found[0]) : ''}`;
    }),
  );
}

Object.assign(globalThis, { findInPage });
