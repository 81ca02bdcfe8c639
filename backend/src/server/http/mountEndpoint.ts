import { constants } from 'node:zlib';
import {
  type BodyOf,
  type Endpoint,
  hintTagsOf,
  maxBodyBytesOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  rateLimitClassOf,
} from '@flyerdeck/contracts';
import Router from '@koa/router';
import type { Context, Middleware, Next } from 'koa';
import pLimit from 'p-limit';
import type { Hints } from '../../database/hints.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { clientAddress } from '../security/clientAddress.ts';
import { CallerLimits, CredentialGuard, type RateLimit, type RateLimits } from '../security/rateLimit.ts';
import type { RequestState } from '../security/requestLog.ts';
import { hashSecret } from '../security/secrets.ts';
import { forbidden, unauthorized } from './errors.ts';
import { jsonBodyReader } from './jsonBody.ts';
import { search } from './search.ts';
import { responseProblem, validateRequest } from './validate.ts';

export interface SignedInUser {
  readonly id: string;
  readonly telegramId: string;
  readonly isAdmin: boolean;
  readonly sessionHash: Buffer;
}

export type Authenticate = (sessionToken: string, telegramId: string) => Promise<SignedInUser>;

export interface EndpointRequest<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Null if access is `public` or `device`. */
  readonly user: E['access'] extends 'user' | 'admin' ? SignedInUser : null;
  /** SHA-256 of the secret, by which the handler's statement finds the device or runner. */
  readonly deviceSecretHash: E['access'] extends 'device' | 'runner'
    ? E['isPublicToo'] extends true
      ? Buffer | null
      : Buffer
    : null;
  readonly address: string;
  readonly ctx: Context;
  readonly db: Db;
}

interface InTransaction {
  /** Outside of the transaction, before the answer. */
  afterCommit(work: (db: Db) => unknown): void;
}

/** For megabytes: a quarter of the processor time of the default level, and nearly as small. */
export const FAST_COMPRESSION = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }, gzip: { level: 1 } };

/** Written by Postgres: parsing and serialising megabytes would block all other requests. */
export class JsonText<T> {
  declare readonly shape: T;

  constructor(readonly text: string) {}
}

/** Nothing if the endpoint answers 204 or sets the body itself. */
type Handler<E extends Endpoint> = (
  request: EndpointRequest<E>,
) => Promise<undefined extends ResponseOf<E> ? void : ResponseOf<E> | JsonText<ResponseOf<E>>>;

/** Of one user. The others wait, and the user's other calls do not wait for them. */
const MAX_CONCURRENT_SEARCHES = 2;
/** Of a process: other calls still get connections. */
const MAX_SEARCHES = 6;

interface EndpointParts {
  readonly db: Db;
  readonly deviceDb: Db;
  readonly limits: RateLimits;
  readonly hints: Hints;
}

/** A test compares `mounted` with the registry. */
export class EndpointRouter {
  readonly router = new Router({ prefix: '/api' });
  readonly mounted = new Set<Endpoint>();
  readonly guard: CredentialGuard;
  private readonly callerLimits = new CallerLimits();
  private readonly searchLimits = new CallerLimits(MAX_CONCURRENT_SEARCHES);
  private readonly searches = pLimit(MAX_SEARCHES);

  constructor(
    private readonly app: EndpointParts,
    private readonly authenticate: Authenticate,
    private readonly validateResponses: boolean,
  ) {
    this.guard = new CredentialGuard(app.limits.refused_credential);
  }

  /** No body is read before the rate limit. `before` is middleware such as multipart parsing. In tests the answer is checked against the contract. */
  mount<const E extends Endpoint>(endpoint: E, handler: Handler<E>, ...before: Middleware[]): void {
    this.mounted.add(endpoint);
    const contract: Endpoint = endpoint;
    const limit = this.app.limits[rateLimitClassOf(contract)];
    const hasSecret = contract.access === 'device' || contract.access === 'runner';
    const db = hasSecret ? this.app.deviceDb : this.app.db;
    const isForm = contract.consumes === 'multipart/form-data';
    const enter = async (ctx: Context, next: Next) => {
      (ctx.state as RequestState).route = `${endpoint.method} ${endpoint.path}`;
      const address = clientAddress(ctx);
      Object.assign(ctx.state, { address, user: null, deviceSecretHash: null });
      const isPublic = contract.access === 'public' || (contract.isPublicToo && ctx.get('Authorization') === '');
      if (!isPublic && hasSecret) return this.enterAsDevice(ctx, limit, next);
      if (!isPublic) await this.enterAsUser(ctx, contract);
      const user: SignedInUser | null = ctx.state.user;
      await limit.consume(user?.id ?? address);
      // A slow sender must not block other requests of the caller: forms are large, and callers without a session share an address.
      if (isForm || (!user && contract.body)) return next();
      const limits = contract.isSearch ? this.searchLimits : this.callerLimits;
      await limits.run(user?.id ?? address, async () => {
        // The caller may have closed the connection while waiting.
        if (!ctx.res.destroyed) await next();
      });
    };
    const readBody = jsonBodyReader(maxBodyBytesOf(contract));
    const answer = async (ctx: Context) => {
      const query: Record<string, unknown> = { ...ctx.query };
      if (contract.params) validateRequest('path', contract.params, ctx.params);
      if (contract.query) validateRequest('query', contract.query, query);
      const body = isForm ? ((ctx.request as { body?: unknown }).body ?? {}) : contract.body ? await readBody(ctx) : {};
      if (contract.body) validateRequest('body', contract.body, body);
      const run = (db: Db) =>
        handler({
          params: ctx.params,
          query,
          body,
          user: ctx.state.user,
          deviceSecretHash: ctx.state.deviceSecretHash,
          address: ctx.state.address,
          ctx,
          db,
        } as unknown as EndpointRequest<E>);
      const result = await (contract.isSearch ? this.searches(() => search(this.app.db, ctx.res, run)) : run(db));
      this.sendHints(contract, ctx);
      if (contract.produces) return;
      ctx.status = endpoint.status;
      if (endpoint.status === 204) return;
      const etag = ctx.response.get('ETag');
      // Not ctx.fresh: browsers send Cache-Control: no-cache with an If-None-Match of a script.
      if (etag && ctx.get('If-None-Match') === etag) {
        ctx.status = 304;
        return;
      }
      if (this.validateResponses && contract.response) {
        const problem = responseProblem(
          contract.response,
          result instanceof JsonText ? JSON.parse(result.text) : result,
        );
        if (problem) throw new Error(`${endpoint.method} ${endpoint.path} broke its contract: ${problem}`);
      }
      if (!ctx.response.get('Cache-Control')) ctx.set('Cache-Control', 'no-store');
      // koa would serialise an object twice: once for Content-Length and once to send it.
      ctx.set('Content-Type', 'application/json; charset=utf-8');
      if (result instanceof JsonText) ctx.compress = FAST_COMPRESSION;
      ctx.body = result instanceof JsonText ? result.text : JSON.stringify(result);
    };
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    this.router[method](endpoint.path, enter as never, ...(before as never[]), answer as never);
  }

  /** The handler is repeated after a conflict, so it must not wait for anything but the database. What cannot be rolled back belongs in `afterCommit`. */
  mountInTransaction<const E extends Endpoint>(
    endpoint: E,
    handler: (request: EndpointRequest<E> & InTransaction) => ReturnType<Handler<E>>,
  ): void {
    this.mount(endpoint, (async (request) => {
      let committed: ((db: Db) => unknown)[] = [];
      const result = await inTransaction(request.db, (db) => {
        committed = [];
        return handler({ ...request, db, afterCommit: (work) => void committed.push(work) });
      });
      for (const work of committed) await work(request.db);
      return result;
    }) as Handler<E>);
  }

  authenticateUser(sessionToken: string, telegramId: string, address: string): Promise<SignedInUser> {
    return this.guard.run(hashSecret(`${sessionToken} ${telegramId}`).toString('base64'), address, () =>
      this.authenticate(sessionToken, telegramId),
    );
  }

  /** After the handler, whose transactions have been committed. */
  private sendHints(endpoint: Endpoint, ctx: Context): void {
    const owner = (ctx.state.user as SignedInUser | null)?.id;
    if (owner === undefined) return;
    const [tab] = /^[\w.-]{1,16}$/.exec(ctx.get('X-Live-Tab')) ?? [];
    if (endpoint.wakesPages) this.app.hints.send({ kind: 'work', owner });
    const tags = hintTagsOf(endpoint);
    if (tags.length > 0) this.app.hints.send({ kind: 'changed', owner, tags, ...(tab && { tab }) });
  }

  private async enterAsUser(ctx: Context, { access }: Endpoint): Promise<void> {
    const [sessionToken, telegramId] = [ctx.get('X-Session-Token'), ctx.get('X-Telegram-ID')];
    const user = await this.authenticateUser(sessionToken, telegramId, ctx.state.address);
    // Set before the refusal below, so that its log line contains the user.
    ctx.state.user = user;
    if (access === 'admin' && !user.isAdmin) throw forbidden('auth.not_admin', 'Only admins may do this.');
  }

  /** The handler's statement checks the secret. Until it has succeeded once, the device is limited by its address. */
  private async enterAsDevice(ctx: Context, limit: RateLimit, next: Next): Promise<void> {
    const secret = /^Bearer (\S{1,200})$/i.exec(ctx.get('Authorization'))?.[1];
    if (!secret) throw unauthorized('auth.required', 'This call needs a secret.');
    ctx.state.deviceSecretHash = hashSecret(secret);
    // Answers to devices are small, and they are the most frequent ones.
    ctx.compress = false;
    const key = ctx.state.deviceSecretHash.toString('base64');
    if (this.guard.wasValid(key)) await limit.consume(key);
    await this.guard.run(key, ctx.state.address, next);
  }
}
