import { onlyFans } from './onlyFans/onlyFans.ts';
import type { Site } from './site.ts';

/** The site of the manifest's host permission. With a second site, choose here by the page's address. */
export const currentSite: Site = onlyFans;
