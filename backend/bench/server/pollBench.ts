import { hashSecret, newSecret } from '../../src/auth/secrets.ts';
import type { Figure } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import { withProduct } from '../withProduct.ts';
import { loadRatio } from './loadRatio.ts';

const DEVICES = 50;
const ACCOUNT = { pages: DEVICES, assistants: 0, flyersEach: 0, waiting: 0, queued: 0, pagesEach: 0 };

async function run(): Promise<Figure[]> {
  return withProduct(async (product) => {
    const person = await product.signIn('700000003');
    await fillAccount(product.pool, person.userId, null, ACCOUNT);
    const secrets = Array.from({ length: DEVICES }, newSecret);
    await product.pool.query(
      `INSERT INTO devices (secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version, page_guid, bound_at)
       SELECT d.secret_hash, d.secret_hash, now(), '{}', '1.0.0', p.guid, now()
       FROM (SELECT guid, row_number() OVER (ORDER BY guid) AS n FROM pages WHERE owner_id = $1) p
       JOIN unnest($2::bytea[]) WITH ORDINALITY AS d (secret_hash, n) ON d.n = p.n`,
      [person.userId, secrets.map(hashSecret)],
    );
    const bare = await product.startBeside('server/bareServer.js');
    const connections = secrets.map((secret) => [
      {
        method: 'POST',
        path: '/api/extension/poll',
        headers: { Authorization: `Bearer ${secret}`, 'Content-Length': '0' },
      },
    ]);
    return loadRatio('idle poll', { ours: product, bare, pool: product.pool }, connections);
  });
}

export const pollBench = { title: 'a device asks and nothing waits, 50 devices', run };
