import { CREDIT_PACKAGES } from '@flyerdeck/contracts';

type Texts<Name extends string> = Readonly<Record<Name, string | null>>;

export const withoutSlash = (url: string | null) => url?.replace(/\/+$/, '') ?? null;

/** By package. Null unless each package has one price. */
export function readStarsPrices(text: string): Readonly<Record<string, number>> | null {
  const pairs = text.split(',').map((pair) => /^\s*(\w+)\s*=\s*([1-9]\d{0,5})\s*$/.exec(pair)?.slice(1) ?? []);
  const ids = pairs.map(([id]) => id).sort();
  const known = CREDIT_PACKAGES.map(({ id }) => id).sort();
  return ids.join() === known.join() ? Object.fromEntries(pairs.map(([id, stars]) => [id, Number(stars)])) : null;
}

/** Null without an OpenID Connect provider. Adds a sentence to `problems` if only some of its settings are set. */
export function readOidc(
  settings: Texts<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'PUBLIC_URL'>,
  problems: string[],
) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL } = settings;
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer || !clientId || !clientSecret || !PUBLIC_URL) {
    problems.push('Sign-in by OpenID Connect needs OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and PUBLIC_URL.');
    return null;
  }
  return { issuer, clientId, clientSecret, redirectUri: `${withoutSlash(PUBLIC_URL)}/auth/callback` };
}
