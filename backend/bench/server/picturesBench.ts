import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createPictureTaker, type PictureTaker } from '../../src/screenshots/pictureTaker.ts';
import { atLeast, type Figure } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import { withProduct } from '../withProduct.ts';

const PICTURES = 16;
const ROUNDS = 3;
const ACCOUNT = { pages: 5, assistants: 1, flyersEach: 1, waiting: 0, queued: 1, pagesEach: 5 };
/** What Chromium has to do for any picture at all. */
const STAND_IN = `<!doctype html><title>Stand-in</title><body data-page-ready="true"><h1>New post</h1>
  <p style="font: 20px sans-serif; width: 40em">Three free days, from tonight until Sunday.</p></body>`;

/** Pictures a second; the taker makes two at a time. */
async function rate(taker: PictureTaker, postingId: string): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: PICTURES }, () => taker.take(postingId)));
  return PICTURES / ((performance.now() - startedAt) / 1_000);
}

async function run(): Promise<Figure[]> {
  const standIn = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(STAND_IN);
  }).listen(0, '127.0.0.1');
  await once(standIn, 'listening');
  try {
    return await withProduct(async (product) => {
      const person = await product.signIn('700000005');
      await fillAccount(product.pool, person.userId, null, ACCOUNT);
      const { rows } = await product.pool.query<{ id: string }>('SELECT id FROM page_postings LIMIT 1');
      const postingId = rows[0]?.id ?? '';
      const config = { chromiumPath: process.env.CHROMIUM_PATH ?? null, dataDir: '.data' };
      const logger = pino({ level: 'silent' });
      const ours = createPictureTaker({ config, logger, baseUrl: product.baseUrl });
      const { port } = standIn.address() as AddressInfo;
      const bare = createPictureTaker({ config, logger, baseUrl: `http://127.0.0.1:${port}` });
      try {
        await ours.take(postingId);
        await bare.take(postingId);
        const rates = { ours: [] as number[], bare: [] as number[] };
        for (let round = 0; round < ROUNDS; round++) {
          rates.ours.push(await rate(ours, postingId));
          rates.bare.push(await rate(bare, postingId));
        }
        return [
          { what: 'pictures of previews', unit: '/s', samples: rates.ours, reference: '-', bound: null },
          { what: 'pictures of a stand-in page', unit: '/s', samples: rates.bare, reference: '-', bound: null },
          {
            what: 'pictures: ratio',
            unit: '',
            samples: rates.ours.map((of, round) => of / (rates.bare[round] ?? Number.NaN)),
            reference: 'the same Chromium, no app',
            bound: atLeast(0.5),
          },
        ];
      } finally {
        await ours.close();
        await bare.close();
      }
    });
  } finally {
    standIn.close();
  }
}

export const picturesBench = { title: 'pictures, two at a time', run };
