import { onlyFans } from './onlyFans/onlyFans.ts';
import type { Site } from './site.ts';

/** The site whose pages the manifest lets us into. A second site chooses here by the page's address. */
export const currentSite: Site = onlyFans;
