const manifest = chrome.runtime.getManifest();

export const extensionVersion = manifest.version;
/** The product's address, without a trailing slash. */
export const productUrl = (manifest.homepage_url ?? '').replace(/\/+$/, '');
export const productOrigin = new URL(productUrl).origin;
/** The site that content scripts run on. */
export const siteOrigin = (manifest.content_scripts?.[0]?.matches?.[0] ?? '').replace(/\/\*$/, '');
/** Marks the work tab in its URL, so that it is found when the browser restores it after a restart. Not sent to the site. */
export const WORK_TAB_MARK = '#flyerdeck';
