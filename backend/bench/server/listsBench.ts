import type { Figure } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import { withProduct } from '../withProduct.ts';
import { loadRatio } from './loadRatio.ts';

const CONNECTIONS = 50;
/** 50 pages, 20 assistants; the tasks are all in the queue, its switch on. */
const ACCOUNT = { pages: 50, assistants: 20, flyersEach: 2, waiting: 0, queued: 20, pagesEach: 5 };
const EXTRA_TASKS = 10;
const LISTS = [
  ['50 pages', '/api/get_user_pages'],
  ['20 assistants', '/api/assistants'],
  ['50 tasks', '/api/tasks'],
] as const;

async function run(): Promise<Figure[]> {
  return withProduct(async (product) => {
    const person = await product.signIn('700000002');
    await fillAccount(product.pool, person.userId, null, ACCOUNT);
    await product.pool.query(
      `INSERT INTO tasks (owner_id, assistant_id, sequence_order, description, completed_count)
       SELECT owner_id, id, 2, 'One more', 1 FROM assistants WHERE owner_id = $1 LIMIT $2`,
      [person.userId, EXTRA_TASKS],
    );
    const bare = await product.startBeside('server/bareServer.js');
    const figures: Figure[] = [];
    for (const [what, path] of LISTS) {
      const request = { method: 'GET', path, headers: person.headers };
      const connections = Array.from({ length: CONNECTIONS }, () => [request]);
      figures.push(...(await loadRatio(what, { ours: product, bare }, connections)));
    }
    return figures;
  });
}

export const listsBench = { title: 'authenticated list calls, 50 connections', run };
