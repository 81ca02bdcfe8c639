const manifest = chrome.runtime.getManifest();

export const extensionVersion = manifest.version;
/** Without a trailing slash. */
export const productUrl = (manifest.homepage_url ?? '').replace(/\/+$/, '');
export const productOrigin = new URL(productUrl).origin;
export const siteOrigin = (manifest.content_scripts?.[0]?.matches?.[0] ?? '').replace(/\/\*$/, '');
/** In the URL, by which the tab is found when the browser restores it after a restart. Not sent to the site. */
export const WORK_TAB_MARK = '#flyerdeck';
