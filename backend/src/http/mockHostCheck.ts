import type { Middleware } from 'koa';
import { type Config, isLoopback } from '../config.ts';
import { HttpError } from './errors.ts';

/**
 * Mock mode has no authentication. A foreign web page whose host name resolves to this machine (DNS rebinding) could call the
 * server from its visitor's browser. Such requests are recognised by their Host header and refused.
 */
export function mockHostCheck({ authMode, publicUrl }: Pick<Config, 'authMode' | 'publicUrl'>): Middleware {
  const ownName = publicUrl === null ? null : new URL(publicUrl).hostname;
  return (ctx, next) => {
    const { hostname } = ctx;
    if (authMode !== 'mock' || hostname === ownName || isLoopback(hostname.replace(/^\[|\]$/g, ''))) return next();
    throw new HttpError(
      421,
      'host.unknown',
      'Mock sign-in is for this machine alone: open it as localhost or 127.0.0.1.',
    );
  };
}
