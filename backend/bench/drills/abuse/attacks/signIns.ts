import { type Attack, repeat, Statuses, send } from '../target.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const BAD_PROOF = JSON.stringify({
  telegram_id: '4711',
  username: 'x',
  first_name: 'X',
  last_name: '',
  init_data: 'user=%7B%22id%22%3A4711%7D&auth_date=1700000000&hash=00',
});

/** Invalid proofs, each with another X-Forwarded-For. */
export const forwardedAddresses: Attack = async (target) => {
  const statuses = new Statuses();
  const calls = await repeat(target, { atOnce: 4, perSecond: 50 }, async (n) => {
    const address = n % 10 === 9 ? '1'.repeat(300) : `10.${n % 200}.${n % 250}.${(n * 7) % 250}`;
    const headers = { ...JSON_TYPE, 'X-Forwarded-For': address };
    statuses.add(await send(target, '/api/auth/telegram', { headers, body: BAD_PROOF }));
  });
  return `${calls} bad sign-ins, each from another X-Forwarded-For: ${statuses}`;
};

/** Polls with unknown device secrets. */
export const unknownDevices: Attack = async (target) => {
  const statuses = new Statuses();
  await repeat(target, { atOnce: 20, perSecond: 400 }, async (n) => {
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${String(n).padStart(43, 'x')}` };
    statuses.add(await send(target, '/api/extension/poll', { headers, body: '{"health":"ok"}' }));
  });
  return `polls of unknown devices, 400 a second: ${statuses}`;
};

/** Invalid download tickets. */
export const madeUpTickets: Attack = async (target) => {
  const statuses = new Statuses();
  await repeat(target, { atOnce: 20, perSecond: 400 }, async (n) => {
    statuses.add(await send(target, `/api/downloads/${String(n).padStart(43, 'x')}`, { method: 'GET' }));
  });
  return `downloads with made-up tickets, 400 a second: ${statuses}`;
};
