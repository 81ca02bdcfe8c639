import sharp from 'sharp';
import { flyerJpeg } from '../flyerImages.ts';

export interface SiteFlyer {
  readonly text: string;
  readonly image: Buffer;
  readonly type: string;
}

const FORMATS = ['jpeg', 'png', 'webp', 'gif'] as const;
const LINES = [
  'Сегодня вечером: «новая» съёмка 🌙',
  'Free days ☀️ for "friends" & <new> fans',
  "It's the second set -- don't miss it...",
  'Backstage <b>bold</b> & <i>more</i> 💜',
  'Mañana: 50% off, tom & jerry & co',
];
const SECOND = ['', 'two lines #party @nova', 'Вторая строка\nтретья & последняя ❤️', '\nafter an empty line <new>'];

/** Different texts: Cyrillic, emoji, what looks like tags, `&`, several lines; with images of all types. */
export function siteFlyers(count: number): Promise<SiteFlyer[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const format = FORMATS[n % FORMATS.length] as (typeof FORMATS)[number];
      const image = sharp(await flyerJpeg(20 + 13 * n)).resize({ width: 640 });
      return {
        text: `No. ${n + 1}: ${LINES[n % LINES.length]}\n${SECOND[n % SECOND.length]}`.trim(),
        image: await image.toFormat(format).toBuffer(),
        type: `image/${format}`,
      };
    }),
  );
}
