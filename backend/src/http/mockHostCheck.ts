import type { Middleware } from 'koa';
import { type Config, isLoopback } from '../config.ts';
import { HttpError } from './errors.ts';

type HostConfig = Pick<Config, 'authMode' | 'publicUrl'>;

export function isAcceptedHost({ authMode, publicUrl }: HostConfig, hostname: string): boolean {
  if (authMode !== 'mock' || isLoopback(hostname.replace(/^\[|\]$/g, ''))) return true;
  return publicUrl !== null && hostname === new URL(publicUrl).hostname;
}

/**
 * Mock mode has no authentication. A foreign web page whose host name resolves to this machine (DNS rebinding) could call the
 * server from its visitor's browser. Such requests are recognised by their Host header and refused.
 */
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
