/** Of the preview's navigation. */
export const NAV_BADGE_CAP = 99;
export const PREVIEW_NAV_WIDTH_PX = 64;
