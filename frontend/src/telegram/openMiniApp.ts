import sdk from '@twa-dev/sdk';
import { bindBackButton, bindMainButton, bindSettingsButton } from './buttons.ts';
import { startAddress } from './miniApp.ts';
import { isPhone } from './phone.ts';
import { type Palette, telegramTheme } from './telegramTheme.ts';
import { setTelegram, type WebApp } from './webApp.ts';

// Telegram's script is bundled from a package, so that the Content-Security-Policy needs no other origin. It reads the
// launch parameters when it starts, so it has to start before the router changes the address.

/** The package is CommonJS. Its default import is the whole module in Vite, and its default export in Jest. */
const runningScript = (): WebApp => ('default' in sdk ? sdk.default : sdk) as WebApp;

function showTheme(webApp: WebApp): void {
  const theme = telegramTheme(webApp.themeParams);
  setTelegram({ theme });
  if (!theme) return;
  const { style } = document.documentElement;
  style.colorScheme = theme.scheme;
  for (const [name, color] of Object.entries(theme.palette)) style.setProperty(`--fd-${name}`, color);
  paintFrame(webApp, theme.palette);
}

function paintFrame(webApp: WebApp, { surface, bg }: Palette): void {
  if (webApp.isVersionAtLeast('6.9')) webApp.setHeaderColor(surface as `#${string}`);
  if (webApp.isVersionAtLeast('6.1')) webApp.setBackgroundColor(bg as `#${string}`);
  if (webApp.isVersionAtLeast('7.10')) webApp.setBottomBarColor(surface as `#${string}`);
}

export function openMiniApp(): void {
  const webApp = runningScript();
  showTheme(webApp);
  webApp.onEvent('themeChanged', () => showTheme(webApp));
  // Otherwise dragging a flyer down would also move the app.
  if (webApp.isVersionAtLeast('7.7')) webApp.disableVerticalSwipes();
  if (isPhone(webApp) && webApp.isVersionAtLeast('8.0')) webApp.requestFullscreen();
  const start = startAddress();
  // Before the router reads the address. The launch parameters were stored by `readMiniApp`.
  if (start) window.history.replaceState(null, '', start);
  bindBackButton(webApp);
  bindMainButton(webApp);
  bindSettingsButton(webApp);
  setTelegram({ webApp });
}
