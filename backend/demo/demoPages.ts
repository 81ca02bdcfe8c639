export interface DemoPage {
  readonly creatorId: string;
  readonly name: string;
  readonly username: string;
  readonly tags: readonly string[];
  readonly timeZone: string;
  readonly counts: { readonly home: number; readonly notifications: number; readonly messages: number };
  /** Some of its postings fail, so that there is something to retry. */
  readonly failsSometimes: boolean;
}

/** The tag that selects pages for the demo's assistant. */
export const PROMO_TAG = 'promo';

export const DEMO_PAGES: readonly DemoPage[] = [
  {
    creatorId: 'demo-luna-vega',
    name: 'Luna Vega',
    username: 'lunavega',
    tags: [PROMO_TAG, 'night owls'],
    timeZone: 'Europe/Riga',
    counts: { home: 3, notifications: 12, messages: 128 },
    failsSometimes: false,
  },
  {
    creatorId: 'demo-mia-rose',
    name: 'Mia Rose',
    username: 'miarose',
    tags: [PROMO_TAG],
    timeZone: 'America/New_York',
    counts: { home: 0, notifications: 4, messages: 31 },
    failsSometimes: true,
  },
  {
    creatorId: 'demo-noa-sky',
    name: 'Noa Sky',
    username: 'noasky',
    tags: ['weekend'],
    timeZone: 'Asia/Tokyo',
    counts: { home: 1, notifications: 0, messages: 9 },
    failsSometimes: false,
  },
];
