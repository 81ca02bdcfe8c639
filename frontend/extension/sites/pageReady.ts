import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { findOne } from './findElements.ts';
import { pageSeconds } from './waits.ts';

/** How long a part of a loaded page may take to appear. */
export const pageMs = ({ wait }: SitePack): number => Math.max(pageSeconds, wait?.seconds ?? 0) * 1000;

/** Whether the page works, as far as the pack can tell: scripts may start long after a page is shown. */
export const isReady = ({ wait }: SitePack): boolean =>
  performance.now() >= (wait?.atLeastSeconds ?? 0) * 1000 && (!wait?.ready || findOne(wait.ready, document) !== null);
