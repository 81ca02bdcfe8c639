import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@flyerdeck/contracts';
import Router from '@koa/router';
import type { Context, Middleware, Next } from 'koa';
import type { Authenticate, SignedInUser } from '../auth/authenticate.ts';
import { hashSecret } from '../auth/secrets.ts';
import { forbidden, unauthorized, unsupportedType } from './errors.ts';
import { JsonText } from './jsonText.ts';
import type { RequestState } from './requestLog.ts';
import { responseProblem, validateRequest } from './validate.ts';

export interface EndpointRequest<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The signed-in user; of no meaning where access is `public` or `device`. */
  readonly user: E['access'] extends 'user' | 'admin' ? SignedInUser : null;
  /** SHA-256 of the device's secret; the handler's own statement looks the device up by it. */
  readonly deviceSecretHash: E['access'] extends 'device' ? Buffer : null;
  /** The caller's address, for rate limits. */
  readonly address: string;
  readonly ctx: Context;
}

/** Answers the wire shape, or its text; nothing where the endpoint answers 204 or streams its own body. */
export type Handler<E extends Endpoint> = (
  request: EndpointRequest<E>,
) => Promise<undefined extends ResponseOf<E> ? void : ResponseOf<E> | JsonText<ResponseOf<E>>>;

export interface EndpointOptions {
  /** Runs before the body is validated, after the caller is known (multipart parsing, limits). */
  readonly before?: Middleware[];
}

/** Collects what is mounted, so that a test can hold it against the registry. */
export class EndpointRouter {
  readonly router = new Router({ prefix: '/api' });
  readonly mounted = new Set<Endpoint>();

  constructor(
    private readonly authenticate: Authenticate,
    private readonly validateResponses: boolean,
  ) {}

  /** Reads as every route does: who calls, what they sent, what we answer; in tests the answer is held against the contract. */
  mount<const E extends Endpoint>(endpoint: E, handler: Handler<E>, { before = [] }: EndpointOptions = {}): void {
    this.mounted.add(endpoint);
    const contract: Endpoint = endpoint;
    const enter = async (ctx: Context, next: Next) => {
      (ctx.state as RequestState).route = `${endpoint.method} ${endpoint.path}`;
      ctx.state.user = null;
      ctx.state.deviceSecretHash = null;
      if (contract.access === 'device') {
        const secret = /^Bearer (\S{1,200})$/i.exec(ctx.get('Authorization'))?.[1];
        if (!secret) throw unauthorized('auth.required', 'This device must send its secret.');
        ctx.state.deviceSecretHash = hashSecret(secret);
      } else if (contract.access !== 'public') {
        const user = await this.authenticate(ctx.get('X-Session-Token'), ctx.get('X-Telegram-ID'));
        // Before the refusal, so that its line in the log names the user.
        ctx.state.user = user;
        if (contract.access === 'admin' && !user.isAdmin) throw forbidden('auth.not_admin', 'Only admins may do this.');
      }
      await next();
    };
    const answer = async (ctx: Context) => {
      const query: Record<string, unknown> = { ...ctx.query };
      if (contract.body && contract.consumes === undefined) refuseOtherThanJson(ctx);
      const body = (ctx.request as { body?: unknown }).body ?? {};
      if (contract.params) validateRequest('path', contract.params, ctx.params);
      validateQuery(contract, query);
      if (contract.body) validateRequest('body', contract.body, body);
      const result = await handler({
        params: ctx.params,
        query,
        body,
        user: ctx.state.user,
        deviceSecretHash: ctx.state.deviceSecretHash,
        address: ctx.ip,
        ctx,
      } as unknown as EndpointRequest<E>);
      if (contract.produces) return;
      ctx.status = endpoint.status;
      if (endpoint.status === 204) return;
      if (this.validateResponses && contract.response) {
        const problem = responseProblem(contract.response, result instanceof JsonText ? result.parse() : result);
        if (problem) throw new Error(`${endpoint.method} ${endpoint.path} broke its contract: ${problem}`);
      }
      ctx.set('Cache-Control', 'no-store');
      if (result instanceof JsonText) {
        ctx.type = 'json';
        ctx.body = result.stream();
      } else {
        // As text: koa would make it once for its length and once more to send it.
        ctx.set('Content-Type', 'application/json; charset=utf-8');
        ctx.body = JSON.stringify(result);
      }
    };
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    this.router[method](endpoint.path, enter as never, ...(before as never[]), answer as never);
  }
}

/** A body of another kind was not read at all: taken for an empty one it would be silently ignored. */
function refuseOtherThanJson(ctx: Context): void {
  const hasBody = ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0;
  if (hasBody && !ctx.is('json')) throw unsupportedType('request.unsupported_type', 'The body must be JSON.');
}

function validateQuery(endpoint: Endpoint, query: Record<string, unknown>): void {
  if (endpoint.query) validateRequest('query', endpoint.query, query);
}
