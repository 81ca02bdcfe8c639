const manifest = chrome.runtime.getManifest();

export const extensionVersion = manifest.version;
/** The product's address, without a trailing slash. */
export const productUrl = (manifest.homepage_url ?? '').replace(/\/+$/, '');
export const productOrigin = new URL(productUrl).origin;
/** The site that content scripts run on. */
export const siteOrigin = (manifest.content_scripts?.[0]?.matches?.[0] ?? '').replace(/\/\*$/, '');
