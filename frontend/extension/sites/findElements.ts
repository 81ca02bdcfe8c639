import type { SitePackWay, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { isNameIn } from '@flyerdeck/contracts/sitePackWords';
import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import { allIn } from './dom.ts';

function found(way: SitePackWay, root: Document | Element): HTMLElement[] {
  if ('css' in way) return allIn(root, way.css);
  if ('testId' in way) {
    return allIn(root, '[data-testid]').filter((element) => element.getAttribute('data-testid') === way.testId);
  }
  const { role, names } = way;
  return allIn(root, '*').filter(
    (element) => getRole(element) === role && (!names || isNameIn(computeAccessibleName(element), names)),
  );
}

/** The elements that the first way finds which finds any. */
export function findAll(
  ways: SitePackWays,
  root: Document | Element,
  isAllowed: (element: HTMLElement) => boolean = () => true,
): HTMLElement[] {
  for (const way of ways) {
    const elements = found(way, root).filter(isAllowed);
    if (elements.length > 0) return elements;
  }
  return [];
}

export const findOne = (...args: Parameters<typeof findAll>): HTMLElement | null => findAll(...args)[0] ?? null;
