import { once } from 'node:events';
import { LIVE_USER_PATH } from '@flyerdeck/contracts';
import { WebSocket } from 'ws';
import type { Config } from '../../config.ts';
import { PROBE_ADDRESS, PROBE_HEADER, probeSecret } from '../../server/security/proxyProbe.ts';
import { ANSWER_WITHIN_MS, reasonOf } from './check.ts';

/** As people reach it: through all proxies. */
export async function findAddressFaults({ botToken, publicUrl, trustProxy }: Config): Promise<string[]> {
  if (publicUrl === null || botToken === null) return [];
  let response: Response;
  try {
    response = await fetch(`${publicUrl}/healthz`, {
      redirect: 'manual',
      headers: { 'X-Forwarded-For': PROBE_ADDRESS, [PROBE_HEADER]: probeSecret(botToken) },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  } catch (error) {
    return [`PUBLIC_URL ${publicUrl} cannot be reached from here (${reasonOf(error)}).`];
  }
  const { status, headers } = response;
  if (status >= 300 && status < 400)
    return [`PUBLIC_URL redirects to ${headers.get('Location')}: set it to that address.`];
  const answer = (await response.json().catch(() => ({}))) as { status?: string; proxies?: number };
  if (answer.status === undefined) {
    return [
      status >= 500
        ? `The proxy at PUBLIC_URL answers ${status}: it does not reach Flyerdeck.`
        : `What answers at PUBLIC_URL is not Flyerdeck (status ${status}).`,
    ];
  }
  if (answer.proxies === undefined) return ['The server at PUBLIC_URL has another BOT_TOKEN.'];
  const faults: string[] = [];
  if (answer.proxies !== trustProxy) {
    const passed = answer.proxies === 1 ? '1 proxy' : `${answer.proxies} proxies`;
    faults.push(`TRUST_PROXY is ${trustProxy}, but requests pass through ${passed}: set it to ${answer.proxies}.`);
  }
  if (!(await opensWebSocket(publicUrl))) faults.push('The proxy at PUBLIC_URL does not pass WebSockets on.');
  return faults;
}

async function opensWebSocket(publicUrl: string): Promise<boolean> {
  const socket = new WebSocket(publicUrl.replace(/^http/, 'ws') + LIVE_USER_PATH, {
    handshakeTimeout: ANSWER_WITHIN_MS,
  });
  const opened = await once(socket, 'open').then(
    () => true,
    () => false,
  );
  socket.on('error', () => undefined).terminate();
  return opened;
}
