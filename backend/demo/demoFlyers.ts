import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const IMAGES = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@flyerdeck/backend/package.json')),
  'demo/images',
);

export interface DemoFlyer {
  readonly fileName: string;
  readonly text: string;
  /** WebP, 1080 x 1350 px. */
  readonly image: Buffer;
}

const FLYERS = [
  {
    fileName: 'summer-drop.webp',
    text: 'SUMMER DROP ☀️ All bundles are 40 % off this week. Catch it before the sun goes down!',
  },
  {
    fileName: 'meet-luna.webp',
    text: 'Meet Luna 🌙 New here? Your first 3 days are free. Say hi and tell her who sent you.',
  },
  {
    fileName: 'weekend-collab.webp',
    text: 'Weekend collab: Luna × Mia 💫 Friday to Sunday on both pages. Which one do you open first?',
  },
] as const;

export const readDemoFlyers = (): Promise<DemoFlyer[]> =>
  Promise.all(FLYERS.map(async (flyer) => ({ ...flyer, image: await readFile(path.join(IMAGES, flyer.fileName)) })));

/** The avatar of a demo page: WebP, 256 x 256 px. */
export const readDemoAvatar = (username: string): Promise<Buffer> => readFile(path.join(IMAGES, `${username}.webp`));
