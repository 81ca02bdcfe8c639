import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pLimit from 'p-limit';
import { pino } from 'pino';
import { createScreenshotTaker, type ScreenshotTaker } from '../../src/screenshots/screenshotTaker.ts';
import { atLeast, type Figure } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import { uploadFlyer } from '../uploadFlyer.ts';
import { type BenchProduct, withProduct } from '../withProduct.ts';

const SCREENSHOTS = 16;
const ROUNDS = 3;
const ACCOUNT = { pages: 5, assistants: 1, flyersEach: 1, waiting: 0, queued: 1, pagesEach: 5 };
/** A static page that shows the flyer in the same size as the preview. */
const STAND_IN = `<!doctype html><title>Stand-in</title><body><h1>New post</h1>
  <img src="/flyer" alt="Flyer" style="display: block; max-width: 100%; max-height: 360px; border-radius: 8px">
  <p style="font: 20px sans-serif; width: 40em">Three free days, from tonight until Sunday.</p>
  <script>document.images[0].decode().then(() => { document.body.dataset.pageReady = 'true'; });</script></body>`;

async function serveStandIn(flyer: Buffer): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/flyer') response.setHeader('Content-Type', 'image/jpeg').end(flyer);
    else response.setHeader('Content-Type', 'text/html; charset=utf-8').end(STAND_IN);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function download({ baseUrl }: BenchProduct, fileId: string): Promise<Buffer> {
  const response = await fetch(`${baseUrl}/api/get_image/${fileId}`);
  if (!response.ok) throw new Error(`The flyer answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Screenshots per second. Two are taken at the same time. */
async function rate(taker: ScreenshotTaker, postingId: string): Promise<number> {
  const startedAt = performance.now();
  const limit = pLimit(2);
  await Promise.all(Array.from({ length: SCREENSHOTS }, () => limit(() => taker.take(postingId))));
  return SCREENSHOTS / ((performance.now() - startedAt) / 1_000);
}

async function run(): Promise<Figure[]> {
  return withProduct(async (product) => {
    const person = await product.signIn('700000005');
    const fileId = await uploadFlyer(product, person);
    await fillAccount(product.pool, person.userId, fileId, ACCOUNT);
    const { rows } = await product.pool.query<{ id: string }>('SELECT id FROM page_postings LIMIT 1');
    const postingId = rows[0]?.id ?? '';
    const flyer = await download(product, fileId);
    const standIn = await serveStandIn(flyer);
    const config = { chromiumPath: process.env.CHROMIUM_PATH ?? null, dataDir: '.data' };
    const logger = pino({ level: 'silent' });
    const ours = createScreenshotTaker({ config, logger, baseUrl: product.baseUrl });
    const { port } = standIn.address() as AddressInfo;
    const bare = createScreenshotTaker({ config, logger, baseUrl: `http://127.0.0.1:${port}` });
    try {
      await ours.take(postingId);
      await bare.take(postingId);
      const rates = { ours: [] as number[], bare: [] as number[] };
      for (let round = 0; round < ROUNDS; round++) {
        rates.ours.push(await rate(ours, postingId));
        rates.bare.push(await rate(bare, postingId));
      }
      return [
        { what: 'screenshots of previews', unit: '/s', samples: rates.ours, reference: '-', bound: null },
        { what: 'screenshots of a stand-in page', unit: '/s', samples: rates.bare, reference: '-', bound: null },
        {
          what: 'screenshots: ratio',
          unit: '',
          samples: rates.ours.map((of, round) => of / (rates.bare[round] ?? Number.NaN)),
          reference: `the same Chromium and flyer (${Math.round(flyer.length / 1_000)} kB), no app`,
          bound: atLeast(0.5),
        },
      ];
    } finally {
      await ours.close();
      await bare.close();
      standIn.close();
    }
  });
}

export const picturesBench = { title: 'screenshots of flyers with an image, two at a time', run };
