import { createHash } from 'node:crypto';
import type { Middleware } from 'koa';
import helmet from 'koa-helmet';
import { type Config, isLoopback } from '../../config.ts';
import { HttpError } from '../http/errors.ts';

type HostConfig = Pick<Config, 'authMode' | 'publicUrl'>;

export function isAcceptedHost({ authMode, publicUrl }: HostConfig, hostname: string): boolean {
  if (authMode !== 'mock' || isLoopback(hostname.replace(/^\[|\]$/g, ''))) return true;
  return publicUrl !== null && hostname === new URL(publicUrl).hostname;
}

/** In mock mode a foreign page whose host name resolves to this machine (DNS rebinding) could call the server. Its Host header is refused. */
export function mockHostCheck(config: HostConfig): Middleware {
  return (ctx, next) => {
    if (isAcceptedHost(config, ctx.hostname)) return next();
    throw new HttpError(
      421,
      'host.unknown',
      'Mock sign-in is for this machine alone: open it as localhost or 127.0.0.1.',
    );
  };
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const OWN = ["'self'"];
const NONE = ["'none'"];

/** Web clients show the Mini App in a frame. */
const FRAMED_BY = [...OWN, 'https://web.telegram.org', 'https://*.telegram.org'];

/** An injected script cannot use them. */
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

/** The Login Widget is allowed only on the sign-in page, so the app must open it by a full page load. Inline scripts are allowed by their hash only. */
export function securityHeaders(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  inlineScripts: readonly string[] = [],
): Middleware {
  const scriptSrc = [...OWN, ...inlineScripts.map(hashSource)];
  const everywhere = strictHeaders(publicUrl, { scriptSrc });
  const signInPage = strictHeaders(publicUrl, {
    scriptSrc: [...scriptSrc, 'https://telegram.org'],
    frameSrc: ['https://oauth.telegram.org'],
  });
  // The replay panel shows the app in a frame of our own origin, and must not send requests.
  const replayPanel = strictHeaders(publicUrl, { scriptSrc, connectSrc: NONE, frameSrc: OWN });
  const ofAssets = assetHeaders(publicUrl);
  return (ctx, next) => {
    if (ctx.path.startsWith('/assets/')) return ofAssets(ctx, next);
    const setHeaders = 'replay' in ctx.query ? replayPanel : isSignInPage(ctx.path) ? signInPage : everywhere;
    return setHeaders(ctx, () => {
      ctx.set('Permissions-Policy', PERMISSIONS_POLICY);
      // Other origins embed pictures: the bot's web views, the creator's site, and 127.0.0.1 when the app is opened as localhost.
      if (ctx.path.startsWith('/api/get_image/')) ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
      return next();
    });
  };
}

const commonHeaders = (publicUrl: string | null) => ({
  // Replaced by frame-ancestors: X-Frame-Options does not accept a list.
  frameguard: false,
  referrerPolicy: { policy: 'no-referrer' as const },
  hsts: publicUrl?.startsWith('https://') ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
});

/** Scripts, styles and fonts are no pages. A first load has up to 60 of them, and by HTTP/1.1 each would have a kilobyte of headers. */
const assetHeaders = (publicUrl: string | null): Middleware =>
  helmet({
    ...commonHeaders(publicUrl),
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: NONE, frameAncestors: NONE } },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  });

const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

interface PageSources {
  readonly scriptSrc: string[];
  readonly connectSrc?: string[];
  readonly frameSrc?: string[];
}

function strictHeaders(publicUrl: string | null, ofPage: PageSources): Middleware {
  return helmet({
    ...commonHeaders(publicUrl),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: OWN,
        scriptSrcAttr: NONE,
        // antd adds inline styles at runtime.
        styleSrc: [...OWN, "'unsafe-inline'"],
        imgSrc: [...OWN, 'data:', 'blob:'],
        connectSrc: OWN,
        fontSrc: OWN,
        objectSrc: NONE,
        baseUri: NONE,
        formAction: OWN,
        frameSrc: NONE,
        frameAncestors: FRAMED_BY,
        ...ofPage,
      },
    },
    // With 'same-origin' the Login Widget's popup could not send its result to its frame.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  });
}
