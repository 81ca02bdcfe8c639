import { Client } from 'pg';

/**
 * The product without the lock on the page's row in its claim: what a drill must be able to tell from the real one. The
 * statement is changed on its way to Postgres, so that no setting of the product could ever switch the lock off.
 */
const LOCK = 'FOR NO KEY UPDATE OF p\n  ),\n  head AS';
const prototype = Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
const original = prototype.query;
prototype.query = function (this: unknown, first: unknown, ...rest: unknown[]) {
  const statement = first as { name?: string; text: string } | null;
  if (statement?.name !== 'claim') return original.call(this, first, ...rest);
  if (!statement.text.includes(LOCK)) throw new Error('The claim has no lock that this mutant could take away.');
  return original.call(this, { ...statement, text: statement.text.replace(LOCK, '),\n  head AS') }, ...rest);
};
await import('../../src/main.ts');
