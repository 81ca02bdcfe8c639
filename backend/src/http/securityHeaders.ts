import type { Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { Config } from '../config.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const OWN = ["'self'"];
const NONE = ["'none'"];

/** Telegram's web clients show the mini app in a frame. */
const FRAMED_BY = [...OWN, 'https://web.telegram.org', 'https://*.telegram.org'];

/** Features of browsers that the product does not use, and that an injected script must not use. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];
const PERMISSIONS_POLICY = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');

const isSignInPage = (path: string) => path === '/auth' || path.startsWith('/auth/');

/**
 * The strict headers of every answer. Telegram's login widget is a script and a frame of Telegram: allowed on the sign-in
 * page alone, which therefore has to be opened by a full page load.
 */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Middleware {
  const everywhere = strictHeaders(publicUrl);
  const signInPage = strictHeaders(publicUrl, {
    scriptSrc: [...OWN, 'https://telegram.org'],
    frameSrc: ['https://oauth.telegram.org'],
  });
  // It shows the app in a frame that makes no requests.
  const replayPanel = strictHeaders(publicUrl, { connectSrc: NONE, frameSrc: OWN });
  return (ctx, next) => {
    const setHeaders = 'replay' in ctx.query ? replayPanel : isSignInPage(ctx.path) ? signInPage : everywhere;
    return setHeaders(ctx, () => {
      ctx.set('Permissions-Policy', PERMISSIONS_POLICY);
      // Pictures are embedded by other origins: the bot's web views, the creator's site, 127.0.0.1 next to localhost.
      if (ctx.path.startsWith('/api/get_image/')) ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
      return next();
    });
  };
}

function strictHeaders(publicUrl: string | null, ofPage: Readonly<Record<string, string[]>> = {}): Middleware {
  // On loopback a picture's address may contain 127.0.0.1 where the person typed localhost.
  const loopbackPictures = publicUrl === null ? ['http://127.0.0.1:*', 'http://localhost:*'] : [];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: OWN,
        scriptSrc: OWN,
        scriptSrcAttr: NONE,
        // antd adds its styles to the page while it runs.
        styleSrc: [...OWN, "'unsafe-inline'"],
        imgSrc: [...OWN, 'data:', 'blob:', 'https:', ...loopbackPictures],
        connectSrc: OWN,
        fontSrc: OWN,
        objectSrc: NONE,
        baseUri: OWN,
        formAction: OWN,
        frameSrc: NONE,
        frameAncestors: FRAMED_BY,
        ...ofPage,
      },
    },
    // frame-ancestors replaces X-Frame-Options, which cannot hold a list.
    frameguard: false,
    referrerPolicy: { policy: 'no-referrer' },
    // 'same-origin' would separate the login widget's popup from its frame.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    hsts: publicUrl?.startsWith('https://') ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
  });
}
