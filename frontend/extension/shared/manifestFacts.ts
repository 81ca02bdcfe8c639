const manifest = chrome.runtime.getManifest();

export const extensionVersion = manifest.version;
/** Where the product is, without a slash at the end. */
export const productUrl = (manifest.homepage_url ?? '').replace(/\/+$/, '');
export const productOrigin = new URL(productUrl).origin;
/** The one site that content scripts run on. */
export const siteOrigin = (manifest.content_scripts?.[0]?.matches?.[0] ?? '').replace(/\/\*$/, '');
