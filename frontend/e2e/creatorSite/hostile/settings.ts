/** Times and counts of the hostile site. A test may change them while the site runs; a page has those of its load. */
export interface Settings {
  hydrationMs: number;
  lateHydrationMs: number;
  /** Of `slow-upload`. */
  uploadMs: number;
  /** Of `late-answer`. */
  lateAnswerMs: number;
  /** How long a toast is shown. */
  toastMs: number;
  /** An account may post this often within the time, by the site's clock. */
  rate: { posts: number; windowMs: number };
  /** Texts that `refuse-content` refuses. */
  refusedText: RegExp;
  /** A fault strikes at each so-manieth press of an account. Several faults take turns. */
  faultEvery: number;
  /** `logged-out-at-press` and `captcha-at-press` strike at an account's first press and then at each so-manieth. */
  interruptEvery: number;
  /** The number of cards of `feed-on-scroll`. */
  cardsPerScroll: number;
  cardsPerPage: number;
  /** Of `see-more`. */
  shownCharacters: number;
}

export const USUAL_SETTINGS: Settings = {
  hydrationMs: 150,
  lateHydrationMs: 11_000,
  uploadMs: 3_000,
  lateAnswerMs: 25_000,
  toastMs: 6_000,
  rate: { posts: 3, windowMs: 600_000 },
  refusedText: /casino/i,
  faultEvery: 1,
  interruptEvery: 5,
  cardsPerScroll: 3,
  cardsPerPage: 20,
  shownCharacters: 60,
};
