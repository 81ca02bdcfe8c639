/** Events of a page that its screen for admins shows. */
export const PAGE_EVENTS_SHOWN = 60;
/** A posting changed its status, a device was linked or its link ended, or elements of the site were not found. */
export const PAGE_EVENT_KINDS = ['step', 'linked', 'unlinked', 'not_found'] as const;
