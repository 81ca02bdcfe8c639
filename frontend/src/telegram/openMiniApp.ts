// Telegram's own script, from the package that carries it: bundled, it needs no other origin in the
// Content-Security-Policy. It reads the launch parameters as it starts, so it starts before the router moves the address.
import sdk from '@twa-dev/sdk';
import { bindBackButton } from './backButton.ts';
import { bindMainButton } from './mainButton.ts';
import { type Palette, telegramTheme } from './telegramTheme.ts';
import { setTelegram, type WebApp } from './webApp.ts';

/** The package is CommonJS: a bundler that follows Node hands over the whole module, Jest what it exports as default. */
const runningScript = (): WebApp => ('default' in sdk ? (sdk.default as WebApp) : sdk);

function showTheme(webApp: WebApp): void {
  const theme = telegramTheme(webApp.themeParams);
  setTelegram({ theme });
  if (!theme) return;
  const { style } = document.documentElement;
  style.colorScheme = theme.scheme;
  for (const [name, color] of Object.entries(theme.palette)) style.setProperty(`--fd-${name}`, color);
  paintFrame(webApp, theme.palette);
}

/** Telegram's own frame around us, in our colours. */
function paintFrame(webApp: WebApp, { surface, bg }: Palette): void {
  if (webApp.isVersionAtLeast('6.9')) webApp.setHeaderColor(surface as `#${string}`);
  if (webApp.isVersionAtLeast('6.1')) webApp.setBackgroundColor(bg as `#${string}`);
  if (webApp.isVersionAtLeast('7.10')) webApp.setBottomBarColor(surface as `#${string}`);
}

/** Takes Telegram's script into use: theme, buttons, and from now on the hooks of this folder. */
export function openMiniApp(): void {
  const webApp = runningScript();
  showTheme(webApp);
  webApp.onEvent('themeChanged', () => showTheme(webApp));
  // Dragging a flyer down its list must not drag the whole app away.
  if (webApp.isVersionAtLeast('7.7')) webApp.disableVerticalSwipes();
  bindBackButton(webApp);
  bindMainButton(webApp);
  setTelegram({ webApp });
}
