import { flyerWebp } from './flyerImages.ts';

export interface Flyer {
  readonly text: string;
  readonly hasImage: boolean;
  readonly delayHours: number;
  readonly image: Buffer;
}

const BEGINNINGS = ['Backstage', 'Tonight', 'Second set', 'River show', 'Behind the scenes', 'Friday', 'New colours'];

/** Now and scheduled, with a picture and without, short and long, some with a text that `refuse-content` refuses. */
export async function flyersOf(count: number): Promise<Flyer[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => ({
      text: [
        `${BEGINNINGS[n % BEGINNINGS.length]} no. ${n + 1} ☀️ with "friends" <3`,
        ...(n % 7 === 1 ? ['at the casino'] : []),
        ...(n % 2 === 0 ? ['', 'Free days for the first ten of you, and a surprise for everybody else #party'] : []),
      ].join('\n'),
      hasImage: n % 4 !== 1,
      delayHours: n % 3 !== 1 ? 0 : n % 2 === 0 ? 5 : 40 * 24,
      image: await flyerWebp(20 + 7 * n),
    })),
  );
}
