import { type Attack, repeat, Statuses, send } from '../target.ts';

/** An admin's account searches the list of postings for one letter, for other pages and totals each time. */
export const oneLetterSearch: Attack = async (target) => {
  const statuses = new Statuses();
  await repeat(target, { atOnce: 20 }, async (n) => {
    const letter = 'etaoinsrhl'[n % 10];
    const query = `search=${letter}&page=${1 + (n % 20)}&created_from=2000-01-01T00:00:00.${String(n % 1_000).padStart(3, '0')}Z`;
    statuses.add(
      await send(target, `/api/page-postings/detailed-admin?${query}`, { method: 'GET', headers: target.headers }),
    );
  });
  return `searches of one letter, 20 at once: ${statuses}`;
};
