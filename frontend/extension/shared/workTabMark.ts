/** Marks the work tab in its URL, so that it is found when the browser restores it after a restart. Not sent to the site. */
export const WORK_TAB_MARK = '#flyerdeck';
