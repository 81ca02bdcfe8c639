import type { Random } from './random.ts';

/** Words for searches. Each occurs only in a known share of the flyers' texts. */
export const SEED_TERMS = {
  common: { word: 'sunset', share: 0.12 },
  uncommon: { word: 'midnight', share: 0.006 },
  /** It occurs in the first flyer and in few others. */
  rare: { word: 'zephyrine', share: 0.00003 },
} as const;

const OPENINGS = ['New set', 'Tonight', 'Only today', 'Big sale', 'For my fans', 'Behind the scenes', 'Weekend deal'];
const THINGS = ['photos', 'stories', 'clips', 'streams', 'letters', 'chats', 'albums', 'surprises', 'polls', 'diaries'];
const OFFERS = [
  'half price',
  'three free days',
  'first month at 4 dollars',
  'a free gift',
  'two for one',
  'bonus album',
];
const PLACES = ['on the beach', 'at home', 'in Paris', 'by the pool', 'in the studio', 'on tour', 'in the garden'];
const ENDINGS = ['Subscribe now', 'Link in bio', 'Do not miss it', 'See you there', 'Until Sunday', 'Kisses', 'DM me'];
const FIRST_NAMES = ['Luna', 'Mila', 'Vera', 'Jade', 'Ruby', 'Nora', 'Ivy', 'Zoe', 'Emma', 'Anna', 'Lena', 'Мария'];
const LAST_NAMES = ['Star', 'Rose', 'Moon', 'Fox', 'Vale', 'Lane', 'Heart', 'Winter', 'Stone', 'Reed', 'Bloom', ''];
const CAMPAIGNS = ['Spring', 'Summer', 'Autumn', 'Winter', 'Weekend', 'Holiday', 'Launch', 'Promo', 'VIP', 'Fans'];

export const firstName = (random: Random) => random.pick(FIRST_NAMES);
export const lastName = (random: Random) => random.pick(LAST_NAMES);
export const campaignName = (random: Random, n: number) => `${random.pick(CAMPAIGNS)} campaign ${n}`;

export function flyerText(random: Random, { isFirst }: { isFirst: boolean }): string {
  if (random.chance(0.02)) return isFirst ? SEED_TERMS.rare.word : '';
  const words = [random.pick(OPENINGS), random.pick(THINGS), random.pick(PLACES)];
  if (random.chance(SEED_TERMS.common.share)) words.push('at', SEED_TERMS.common.word);
  if (random.chance(SEED_TERMS.uncommon.share)) words.push('until', SEED_TERMS.uncommon.word);
  if (isFirst || random.chance(SEED_TERMS.rare.share)) words.push('with', SEED_TERMS.rare.word);
  const text = `${words.join(' ')}: ${random.pick(OFFERS)}, ${random.int(5, 95)} pieces. ${random.pick(ENDINGS)}!`;
  return random.chance(0.3) ? `${text} ${random.pick(OPENINGS)}, ${random.pick(OFFERS)} ${random.pick(PLACES)}.` : text;
}

/** Reasons for permanent failures, with the codes of devices and sweeps. */
export const FAILURES = [
  { message: 'The site said no.', code: 'site_error' },
  { message: 'The picture was refused by the site.', code: 'upload_failed' },
  { message: 'The composer did not open in time.', code: 'timeout' },
  { message: 'The page has been offline for 24 hours.', code: 'page_offline' },
] as const;
