import type { Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { Config } from '../config.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Telegram's web clients show the mini app in a frame. */
const FRAMED_BY = ["'self'", 'https://web.telegram.org', 'https://*.telegram.org'];

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

/** The replay panel shows the app in a frame that makes no requests. */
const isReplay = (query: object) => 'replay' in query;

/**
 * The strict headers of every answer. Telegram's login widget is a script and a frame of Telegram: allowed on the sign-in
 * page alone, which therefore has to be opened by a full page load.
 */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Middleware {
  const everywhere = headersOf(strictHeaders({ publicUrl }));
  const signInPage = headersOf(strictHeaders({ publicUrl, withLoginWidget: true }));
  const replayPanel = headersOf(strictHeaders({ publicUrl, framesItself: true }));
  return (ctx, next) => {
    const set = isReplay(ctx.query) ? replayPanel : isSignInPage(ctx.path) ? signInPage : everywhere;
    for (const [name, value] of set) ctx.res.setHeader(name, value);
    // Pictures are embedded by other origins: the bot's web views, the creator's site, 127.0.0.1 next to localhost.
    if (ctx.path.startsWith('/api/get_image/')) ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return next();
  };
}

type Headers = readonly (readonly [name: string, value: string])[];

/** helmet's headers are the same for every request and are computed once. */
function headersOf(middleware: Middleware): Headers {
  const headers = new Map<string, string>();
  const res = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  void middleware({ req: {}, res } as never, async () => undefined);
  return [...headers, ['Permissions-Policy', PERMISSIONS_POLICY]];
}

interface Page {
  readonly publicUrl: string | null;
  readonly withLoginWidget?: boolean;
  readonly framesItself?: boolean;
}

function strictHeaders({ publicUrl, withLoginWidget = false, framesItself = false }: Page): Middleware {
  // On loopback a picture's address may contain 127.0.0.1 where the person typed localhost.
  const loopbackPictures = publicUrl === null ? ['http://127.0.0.1:*', 'http://localhost:*'] : [];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: withLoginWidget ? ["'self'", 'https://telegram.org'] : ["'self'"],
        scriptSrcAttr: ["'none'"],
        // antd adds its styles to the page while it runs.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...loopbackPictures],
        connectSrc: framesItself ? ["'none'"] : ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameSrc: frameSources({ withLoginWidget, framesItself }),
        frameAncestors: FRAMED_BY,
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

function frameSources({ withLoginWidget, framesItself }: Pick<Page, 'withLoginWidget' | 'framesItself'>): string[] {
  if (framesItself) return ["'self'"];
  return withLoginWidget ? ['https://oauth.telegram.org'] : ["'none'"];
}
