/** Words for searches. Each occurs only in a known share of the flyers' texts. */
export const SEED_TERMS = {
  common: { word: 'sunset', share: 0.12 },
  uncommon: { word: 'midnight', share: 0.006 },
  /** It occurs in the first flyer and in few others. */
  rare: { word: 'zephyrine', share: 0.00003 },
} as const;

export const OPENINGS = ['New set', 'Tonight', 'Only today', 'Big sale', 'For my fans', 'Behind the scenes'];
export const THINGS = ['photos', 'stories', 'clips', 'streams', 'letters', 'chats', 'albums', 'surprises', 'polls'];
export const OFFERS = ['half price', 'three free days', 'first month at 4 dollars', 'a free gift', 'two for one'];
export const PLACES = ['on the beach', 'at home', 'in Paris', 'by the pool', 'in the studio', 'on tour'];
export const ENDINGS = ['Subscribe now', 'Link in bio', 'Do not miss it', 'See you there', 'Until Sunday', 'Kisses'];
export const FIRST_NAMES = ['Luna', 'Mila', 'Vera', 'Jade', 'Ruby', 'Nora', 'Ivy', 'Zoe', 'Emma', 'Anna', 'Мария'];
export const LAST_NAMES = ['Star', 'Rose', 'Moon', 'Fox', 'Vale', 'Lane', 'Heart', 'Winter', 'Stone', 'Reed', 'Bloom'];
export const CAMPAIGNS = ['Spring', 'Summer', 'Autumn', 'Winter', 'Weekend', 'Holiday', 'Launch', 'Promo', 'VIP'];

/** Reasons for failures by their codes. */
export const FAILURES = {
  site_error: 'The site said no.',
  upload_failed: 'The picture was refused by the site.',
  timeout: 'The composer did not open in time.',
  page_offline: 'The page has been offline for 24 hours.',
  unconfirmed: 'The page stopped responding while posting. Check the page before you retry: the post may be live.',
} as const;
