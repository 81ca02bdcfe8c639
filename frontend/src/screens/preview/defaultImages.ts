/** Shown when a page has no avatar or its avatar does not load. */
export const DEFAULT_AVATAR_URL = '/avatar.jpg';

const FLYER_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480" viewBox="0 0 640 480">
<rect width="640" height="480" fill="#eef2f5"/>
<g fill="none" stroke="#b3bfc9" stroke-width="10" stroke-linejoin="round" stroke-linecap="round">
<rect x="210" y="152" width="220" height="176" rx="18"/>
<circle cx="272" cy="210" r="18"/>
<path d="m214 302 60-56 46 42 44-50 62 64"/>
</g>
</svg>`;

/** Shown when a flyer has no image or it does not load. A data URL, so that it always loads. */
export const DEFAULT_FLYER_URL = `data:image/svg+xml,${encodeURIComponent(FLYER_SVG)}`;
