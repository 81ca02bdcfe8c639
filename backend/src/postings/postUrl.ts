import { CREATOR_SITE_ORIGIN } from '@flyerdeck/contracts';

/** The address of a post on the creator site. The path comes from a device; its contract allows no other host. */
export const postUrl = (siteOrigin: string | null, path: string | null): string | null =>
  path && `${siteOrigin ?? CREATOR_SITE_ORIGIN}${path}`;
