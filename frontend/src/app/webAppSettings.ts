import type { WebAppSettings } from '@flyerdeck/contracts/types';

declare const __MOCK_AUTH__: boolean;
declare const __BOT_USERNAME__: string;

/** The flags of the build (vite.config.ts). They count for what the server does not set. */
const buildFlags = { mockAuth: __MOCK_AUTH__, botUsername: __BOT_USERNAME__ };

/** The settings that the server wrote into index.html (backend/src/server/http/staticFiles.ts). Vite's development server writes none. */
function serverSettings(): WebAppSettings {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '{}');
}

export const webAppSettings = { ...buildFlags, ...serverSettings() };
