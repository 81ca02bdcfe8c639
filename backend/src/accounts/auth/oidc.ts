import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Configuration } from 'openid-client';
import type { Logger } from 'pino';
import { type Config, isLoopback } from '../../config.ts';
import { conflict, unauthorized, unavailable } from '../../server/http/errors.ts';
import { accountOf, invalidProof, type ProvenSignIn } from './telegramProof.ts';

/** Loaded on first use, because most installations have no provider. */
const library = () => import('openid-client');

/** Not longer than a used proof is stored (sessions.query.ts). */
const MAX_STATE_AGE_SECONDS = 10 * 60;

/** Authorization code flow with PKCE. Nothing is stored between its two calls: nonce and verifier are derived from the state. */
export class OidcSignIn {
  private discovered: Promise<Configuration> | null = null;

  constructor(private readonly app: { readonly config: Pick<Config, 'oidc'>; readonly logger: Logger }) {}

  /** The provider's address at which the person signs in. */
  async start(): Promise<string> {
    const { redirectUri: redirect_uri } = this.settings;
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    const state = `${Math.floor(Date.now() / 1000)}.${randomUUID()}`;
    return buildAuthorizationUrl(await this.provider(), {
      redirect_uri,
      // The last one is Telegram's: like the Login Widget, it asks whether the bot may write.
      scope: 'openid profile telegram:bot_access',
      state,
      nonce: this.derive('nonce', state),
      code_challenge: await calculatePKCECodeChallenge(this.derive('verifier', state)),
      code_challenge_method: 'S256',
    }).href;
  }

  /** `query` is that of the callback. The library checks the ID token: signature, issuer, audience, nonce and time. */
  async finish(query: string): Promise<ProvenSignIn> {
    const callback = new URL(`${this.settings.redirectUri}?${query}`);
    const state = callback.searchParams.get('state') ?? '';
    // Another time in the state would give another nonce.
    if (!(Date.now() / 1000 - Number.parseInt(state, 10) <= MAX_STATE_AGE_SECONDS)) {
      throw unauthorized('auth.proof_stale', 'This sign-in is out of date. Please sign in again.');
    }
    const [{ authorizationCodeGrant }, provider] = await Promise.all([library(), this.provider()]);
    const tokens = await authorizationCodeGrant(provider, callback, {
      expectedState: state,
      expectedNonce: this.derive('nonce', state),
      pkceCodeVerifier: this.derive('verifier', state),
      idTokenExpected: true,
    }).catch((error: Error & { code?: string; error?: string }) => {
      // Not the whole error, which may contain tokens.
      this.app.logger.warn({ reason: error.error ?? error.code ?? error.name }, 'a sign-in by OpenID Connect failed');
      throw error instanceof TypeError || error.code === 'OAUTH_TIMEOUT' ? unreachable() : invalidProof();
    });
    const { id, preferred_username: username, name: first_name }: Record<string, unknown> = tokens.claims() ?? {};
    return { person: accountOf({ id, username, first_name }), proofHash: createHash('sha256').update(state).digest() };
  }

  private get settings() {
    const { oidc } = this.app.config;
    if (!oidc) throw conflict('auth.oidc_off', 'Sign-in by OpenID Connect is not set up on this server.');
    return oidc;
  }

  private derive(purpose: 'nonce' | 'verifier', state: string): string {
    return createHmac('sha256', this.settings.clientSecret).update(`${purpose} ${state}`).digest('base64url');
  }

  private async provider(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await library();
    const { issuer, clientId, clientSecret } = this.settings;
    const url = new URL(issuer);
    this.discovered ??= discovery(url, clientId, clientSecret, undefined, {
      timeout: 10,
      execute: [enableNonRepudiationChecks, ...(isLoopback(url.hostname) ? [allowInsecureRequests] : [])],
    });
    return this.discovered.catch((error: Error) => {
      this.discovered = null;
      this.app.logger.warn({ reason: error.message }, 'the provider of OIDC_ISSUER cannot be reached');
      throw unreachable();
    });
  }
}

const unreachable = () => unavailable('The sign-in service cannot be reached right now. Please try again in a moment.');
