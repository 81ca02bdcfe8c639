/** What the hostile site can do, by the name of its switch. All of them can be on at once. */
export const SWITCHES = {
  // The answer to the press.
  'live-504': 'The press is answered with 504, and the post is live.',
  'live-500': 'The press is answered with 500, and the post is live.',
  'live-reset': 'The connection is reset after the press, and the post is live.',
  'lost-504': 'The press is answered with 504, and nothing is posted. The next press works.',
  'lost-500': 'The press is answered with 500, and nothing is posted. The next press works.',
  'lost-reset': 'The connection is reset after the press, and nothing is posted. The next press works.',
  'late-answer': 'The press takes effect at once and is answered after 25 s.',

  // Refusals.
  'rate-toast': 'Too many posts are refused in a toast: "You\'re posting too fast. Try again in 10 minutes."',
  'rate-dialog': 'Too many posts are refused in a dialog.',
  'rate-429': 'Too many posts are refused with 429 and Retry-After, and in a line of the composer.',
  'refuse-content': 'A text with a certain word is refused: "This text is not allowed".',
  'logged-out-at-press': 'The session ends at the press, and a dialog asks for the login.',
  'captcha-at-press': 'The press leads to a page that asks whether you are human, as does every page until then.',

  // How the composer is opened, and what is asked after the press.
  'composer-no-address': 'The composer is opened by a button and has no address of its own.',
  'composer-modal': 'The composer is a dialog at the end of the body, over the page that was there before.',
  confirm: 'The press asks "Publish now?" with Yes and No.',
  'confirm-twice': 'Yes leads to a second question, with other labels.',

  // What comes before use.
  'age-gate': 'Nothing is shown before one has said to be of age.',
  'cookie-banner': 'The page cannot be used before the cookie banner is answered.',
  'news-dialog': 'A dialog with news covers the page.',
  'gates-every-time': 'These three are shown at each load, not once. Alone: the dialog with news at each load.',

  // Pictures.
  'button-waits-for-upload': 'The post button is disabled until the upload has finished.',
  'slow-upload': 'An upload takes 3 s and shows its progress.',
  'upload-fails-once': 'The first upload of each picture fails. A button tries again.',
  'file-field-on-demand': 'The file field is in the document only while a picture is chosen, at the end of the body.',

  // When the page works.
  'late-hydration': 'The page looks complete, and does nothing for 11 s.',
  'draws-when-visible': 'Content appears by animation frames and observers, and never in a hidden tab.',
  'trusted-only': 'The text field, the post button and the questions after it ignore events that are not trusted.',

  // Addresses and ids.
  'profile-at': 'The profile is at /@name.',
  'profile-u': 'The profile is at /u/name.',
  'profile-hash': 'The profile is at /#/name.',
  'profile-query': 'The profile is at /profile?user=name.',
  'id-uuid-cookie': "The account's id is a UUID in a cookie.",
  'id-local-storage': "The account's id is a UUID in localStorage.",
  'id-data-attribute': "The account's id is a UUID in a data attribute of the body.",
  'id-meta': "The account's id is a UUID in a meta element.",
  'id-json-script': "The account's id is a UUID in a script element with JSON.",
  'id-api-only': "The account's id is a UUID in the answer of /api/me only.",

  // Fields of the composer.
  'no-scheduler': 'There is no scheduler.',
  'schedule-datetime-local': 'The scheduler is a field of type datetime-local.',
  'schedule-text': 'The scheduler is a text field for "2026-11-28 14:05".',
  'no-expiry': 'There is no expiry.',
  'audience-select': 'The composer has a list with who can see the post. Another choice is recorded.',
  'price-field': 'The composer has a price, before the text. Another price than none is recorded.',
  contenteditable: 'The text field is an editable element that undoes what a script changes in it.',
  'fresh-elements': 'The text area and the post button are new elements after each change of the text.',
  drafts:
    'Text and pictures are kept for each account and restored when the composer opens. Only a success clears them.',

  // The feed.
  'uuid-post-ids': 'The ids of posts are UUIDs.',
  'time-in-title': 'The time of a post is only in a title, as text.',
  'relative-time': 'Times are relative only: "2 minutes ago".',
  'see-more': 'Long texts are cut until "See more" is pressed.',
  'feed-ad': 'The second card of the feed is an advertisement.',
  'feed-deleted': 'The third card of the feed says that a post is no longer available.',
  'feed-on-scroll': 'The feed has three cards and loads more when one scrolls.',
  'pinned-old-post': 'An old post is pinned and comes first.',

  // Labels and markup.
  'label-send-post': 'The post button is called "Send post".',
  'icon-buttons': 'Buttons have an icon and an aria-label only.',
  'ab-markup': 'Half of the accounts get another markup of composer and feed.',
  'renamed-testids': 'All values of data-testid are others.',
  'cohort-30-70': '30 % of the accounts get a redesign: other markup, names and labels.',
  'account-menu-changed': 'Name, username and link of the account are in a menu, not in the header.',
} as const;

export type SwitchName = keyof typeof SWITCHES;
export const SWITCH_NAMES = Object.keys(SWITCHES) as SwitchName[];

/** Only one of these can be in effect at a time: the first of the list that is on. */
export const ALTERNATIVES = {
  rate: ['rate-toast', 'rate-dialog', 'rate-429'],
  profile: ['profile-at', 'profile-u', 'profile-hash', 'profile-query'],
  accountId: ['id-uuid-cookie', 'id-local-storage', 'id-data-attribute', 'id-meta', 'id-json-script', 'id-api-only'],
  scheduler: ['no-scheduler', 'schedule-datetime-local', 'schedule-text'],
  time: ['time-in-title', 'relative-time'],
} as const satisfies Record<string, readonly SwitchName[]>;

type Group = keyof typeof ALTERNATIVES;
const GROUPS = Object.keys(ALTERNATIVES) as Group[];

/** The switch of a group that is in effect; null when the site does the usual. */
export const inEffect = <G extends Group>(group: G, on: (name: SwitchName) => boolean) =>
  (ALTERNATIVES[group].find((name) => on(name)) as (typeof ALTERNATIVES)[G][number] | undefined) ?? null;

/** `size` switches in a random order that can all be in effect. A seed always gives the same ones. */
export function randomSwitches(seed: number, size: number): SwitchName[] {
  let state = seed;
  // Mulberry32.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const left = [...SWITCH_NAMES];
  const chosen: SwitchName[] = [];
  while (chosen.length < size && left.length > 0) {
    const [name] = left.splice(Math.floor(random() * left.length), 1) as [SwitchName];
    const isAlternative = (one: SwitchName) =>
      GROUPS.some((group) => [name, one].every((it) => (ALTERNATIVES[group] as readonly SwitchName[]).includes(it)));
    if (!chosen.some(isAlternative)) chosen.push(name);
  }
  return chosen;
}
