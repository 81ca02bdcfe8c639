import type { SitePack, SitePackWay, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { isNameIn } from '@flyerdeck/contracts/sitePackWords';
import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import { allIn } from './dom.ts';
import { pageSeconds } from './waits.ts';

function candidates(way: SitePackWay, root: Document | Element): HTMLElement[] {
  if ('css' in way) return allIn(root, way.css);
  if ('testId' in way) return allIn(root, `[data-testid=${JSON.stringify(way.testId)}]`);
  return allIn(root, '*').filter((element) => getRole(element) === way.role);
}

/** Checked last, because a name takes longer to compute than everything else. */
const isNamed = (way: SitePackWay) => (element: HTMLElement) =>
  !('role' in way && way.names) || isNameIn(computeAccessibleName(element), way.names);

export function findAll(
  ways: SitePackWays,
  root: Document | Element,
  isAllowed: (element: HTMLElement) => boolean = () => true,
): HTMLElement[] {
  for (const way of ways) {
    const elements = candidates(way, root).filter(isAllowed).filter(isNamed(way));
    if (elements.length > 0) return elements;
  }
  return [];
}

export const findOne = (...args: Parameters<typeof findAll>): HTMLElement | null => findAll(...args)[0] ?? null;

export const pageMs = ({ wait }: SitePack): number => Math.max(pageSeconds, wait?.seconds ?? 0) * 1000;

/** Scripts may start long after a page is shown. */
export const isReady = ({ wait }: SitePack): boolean =>
  performance.now() >= (wait?.atLeastSeconds ?? 0) * 1000 && (!wait?.ready || findOne(wait.ready, document) !== null);
