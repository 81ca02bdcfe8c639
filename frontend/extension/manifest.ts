import { CREATOR_SITE_ORIGIN, EXTENSION_NAME, EXTENSION_VERSION } from '@flyerdeck/contracts/extension.values';

/** A public key. It gives the unpacked extension the same id on every machine; nothing is signed with it. */
const KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAk7Jfs0C77j17ZMpXlIDERezCDbeFRSS6GID+TikhlGSrW3S/EjZEj6BfDrH8I7t0NoqxzERaBndYOYf676GeZku42PckMpGxTOSHIFazZf90iMGenF9f+Es7CJeEJ/qISem6zxcQvEVDj5vfPdGtPzgPad3wM+YWBra/2b+BbUVGbW3socbinhrLtoxk0pLAqpgyjqe7x3+YyqLBafIFKQAZrWp5HVje36l4MXmIxGlF/cKE4fBORnS9bMDZEFzBtv3N9RAnCBd80wn0UfxKOwlhHxiWNGHJQJuNfOhGq9YpoeHFYOQDkVSHwTTldWYhQ6IroFk+D4A9c7O5iy7iQQIDAQAB';

export { CREATOR_SITE_ORIGIN };
/** The default of the build. The server that serves the zip replaces it by its own address (decision 0010). */
export const BUILT_PRODUCT_URL = 'http://127.0.0.1:3000';

export interface ManifestTargets {
  readonly siteOrigin: string;
  /** Without a trailing slash. */
  readonly productUrl: string;
}

export const manifestFor = ({ siteOrigin, productUrl }: ManifestTargets) => {
  const product = `${new URL(productUrl).origin}/*`;
  const site = `${siteOrigin}/*`;
  const icons = { 16: 'icons/16.png', 32: 'icons/32.png', 48: 'icons/48.png', 128: 'icons/128.png' };
  return {
    manifest_version: 3,
    name: EXTENSION_NAME,
    version: EXTENSION_VERSION,
    description: "Posts your flyers to your own creator page, as Flyerdeck's queue hands them out.",
    homepage_url: productUrl,
    key: KEY,
    minimum_chrome_version: '123',
    permissions: ['alarms', 'storage'],
    host_permissions: [product, site],
    externally_connectable: { matches: [product] },
    background: { service_worker: 'background.js', type: 'module' },
    content_scripts: [{ matches: [site], js: ['content.js'], run_at: 'document_start' }],
    action: { default_popup: 'popup.html', default_icon: icons },
    icons,
  };
};
