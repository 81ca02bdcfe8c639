import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { closed, object } from './schema.ts';

/** A site pack: everything that the extension has to know about the creator site's markup. It is data without logic. */

export const MAX_SITE_PACK_BYTES = 65_536;

const name = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' });

/** Texts by language, for example `{ en: ['Post'], es: ['Publicar'] }`. */
const Names = Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Type.Array(name, { minItems: 1, maxItems: 8 }), {
  minProperties: 1,
  maxProperties: 12,
  additionalProperties: false,
  description: 'Texts by language',
});
export type SitePackNames = Static<typeof Names>;

const Way = Type.Union([
  closed({ testId: Type.String({ minLength: 1, maxLength: 100, description: 'Value of data-testid' }) }),
  closed({
    role: Type.String({ pattern: '^[a-z]{3,20}$', description: 'ARIA role' }),
    names: Type.Optional(Names),
  }),
  closed({ css: Type.String({ minLength: 1, maxLength: 300, description: 'CSS selector; see checkSitePack' }) }),
]);
export type SitePackWay = Static<typeof Way>;

const Ways = Type.Array(Way, { minItems: 1, maxItems: 5, description: 'Ways to find an element, the best one first' });
export type SitePackWays = Static<typeof Ways>;

const SEGMENT = (holder: string) => `(?:[A-Za-z0-9._~@-]|\\{${holder}\\})+`;
/** An address on the site without its origin: '/@{username}', '/#/u/{username}', '/profile?name={username}'. */
const address = (holder: 'username' | 'id', description: string) => {
  const one = SEGMENT(holder);
  const path = `(?:/|(?:/${one})+/?)`;
  const query = `(?:\\?${one}=${one}(?:&${one}=${one})*)?`;
  return Type.String({ maxLength: 150, pattern: `^${path}${query}(?:#(?:/${one})+)?$`, description });
};

const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

/** Something that is pressed only if its accessible name is one of the names. */
const control = { button: Ways, names: Names };
const Control = object('Pressed only if its accessible name is one of the names', control);
export type SitePackControl = Static<typeof Control>;

const key = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_:.-]{0,59}$', description: 'Name of a value' });
/** Where the id of the account is: a number, a UUID, or another short id (extension/sites/accountId.ts). */
const AccountId = Type.Union(
  [
    closed({ cookie: key }),
    /** With `field`, the value is JSON: 'user.id'. */
    closed({ localStorage: key, field: optional(key) }),
    closed({ element: Ways, attribute: key }),
    /** A script element with JSON. */
    closed({ json: Ways, field: key }),
    /** The username itself, on a site that shows no id. It must not change. */
    closed({ username: Type.Literal(true, { description: 'Always true' }) }),
  ],
  { description: 'Where the id of the account is' },
);

const Calendar = closed({
  opener: Ways,
  popup: Ways,
  /** Shows the month and the year. */
  month: Ways,
  nextMonth: Ways,
  /** All days. */
  day: Ways,
  timeTab: optional(Ways),
  /** All hours, minutes, and both halves of the day. Without halves the hours are those of 24. */
  hour: Ways,
  minute: Ways,
  half: optional(Ways),
  save: optional(Ways),
  /** Shows the chosen time. */
  shown: Ways,
});
export type SitePackCalendar = Static<typeof Calendar>;

/** An `<input type="datetime-local">`, or with `form` a text field: '{year}-{month}-{day} {hour}:{minute}'. */
const TimeField = closed({
  opener: optional(Ways),
  field: Ways,
  form: optional(
    Type.String({
      maxLength: 60,
      pattern: '^(?:[ .,:/-]|\\{(?:year|month|day|hour|minute)\\}){9,30}$',
      description: 'Form of the time in a text field',
    }),
  ),
  save: optional(Ways),
  shown: optional(Ways),
});
export type SitePackTimeField = Static<typeof TimeField>;

/** What kind of refusal the site shows: the page has to wait, this post is not allowed, the login has ended, or the site is out of order. */
export const REFUSAL_KINDS = ['rate_limited', 'content', 'logged_out', 'broken'] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/** Texts with the number as `{n}`: 'in {n} minutes'. A text without `{n}` means one. */
const Refusal = closed({
  kind: Type.Union(
    REFUSAL_KINDS.map((kind) => Type.Literal(kind)),
    { description: 'What kind of refusal it is' },
  ),
  shown: Ways,
  /** What `shown` says of this very post. Any other text leaves the post in doubt. */
  texts: Names,
  /** How `shown` says the time after which the page may post again. */
  wait: optional(
    object('Texts with the number as {n}', {
      seconds: optional(Names),
      minutes: optional(Names),
      hours: optional(Names),
    }),
  ),
  /** The time when none can be read. */
  waitSeconds: optional(Type.Integer({ minimum: 1, maximum: 86_400, description: 'When none can be read' })),
});
export type SitePackRefusal = Static<typeof Refusal>;

/** What the site permits, as far as it is known. Only the server reads it: the forecast warns of it. */
export const SiteRule = object('A rule of the site: at most so many posts in so many hours', {
  kind: Type.Literal('max_posts', { description: 'The only kind of rule' }),
  words: optional(
    Type.Array(name, {
      minItems: 1,
      maxItems: 8,
      description: 'Only posts with one of these words count. Without it all do',
    }),
  ),
  count: Type.Integer({ minimum: 1, maximum: 100, description: 'The most posts' }),
  hours: Type.Integer({ minimum: 1, maximum: 168, description: 'In any so many hours' }),
  source: Type.String({ maxLength: 200, pattern: '^https://[^\\s"<>]+$', description: 'Where the rule was read' }),
  checked_on: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'When, as 2026-11-26' }),
});
export type SiteRule = Static<typeof SiteRule>;

export const SITE_PACK_SCHEMA = 2;

export const SitePack = object("How the extension finds the creator site's elements", {
  schema: Type.Literal(SITE_PACK_SCHEMA, { description: 'The form of this pack' }),
  version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Higher than that of earlier packs' }),
  site: Type.String({ pattern: '^[a-z0-9-]{1,30}$', description: 'Key of the creator site' }),
  locales: Type.Array(Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$' }), {
    minItems: 1,
    maxItems: 12,
    description: 'Locales of dates, used after the language of the page',
  }),
  /** A pack without them leaves those of the pack before as they are. */
  rules: optional(
    Type.Array(SiteRule, { maxItems: 8, description: 'Rules of the site. Not handed out to extensions' }),
  ),
  trusted_input: optional(Type.Literal('required', { description: 'The site accepts only real clicks and keys' })),
  wait: optional(
    object('How long a page takes to work', {
      seconds: Type.Integer({ minimum: 1, maximum: 60, description: 'At most' }),
      /** It never works earlier. For a page that shows no difference. */
      atLeastSeconds: optional(Type.Integer({ minimum: 1, maximum: 60, description: 'At least' })),
      /** Is there only when the page works. */
      ready: optional(Ways),
    }),
  ),
  dismiss: optional(
    Type.Array(closed({ shown: Ways, ...control }), {
      minItems: 1,
      maxItems: 8,
      description: 'Notes that are in the way, such as an age gate or a cookie banner',
    }),
  ),
  account: object('The account of the page', {
    id: AccountId,
    /** Opens the menu that has the link, where it is in a menu. Pressed again afterwards, which closes the menu. */
    open: optional(Control),
    /** Present only when logged in; its address is the profile's. */
    link: Ways,
    profile: address('username', 'Address of a profile'),
    /** Present only when logged out. */
    loginForm: Ways,
    name: optional(Ways),
    avatar: optional(Ways),
    counts: optional(
      object('The badges of the menu', {
        home: optional(Ways),
        notifications: optional(Ways),
        messages: optional(Ways),
      }),
    ),
  }),
  composer: object('The new post', {
    path: address('username', 'Address of the page with the new post'),
    /** Opens the new post on that page. */
    open: optional(Control),
    root: Ways,
    text: Ways,
    image: object('The image field', {
      /** Pressed when the page has no file field. */
      opener: optional(Ways),
      /** The file field, or the area that takes dropped files where no such field is ever in the document. */
      input: Ways,
      uploading: optional(Ways),
      /** One element for each picture that the post has. */
      ready: Ways,
      refused: optional(Ways),
      /** Uploads a picture again that was refused. */
      again: optional(Control),
      /** Removes a picture of a draft. */
      remove: optional(Control),
    }),
    expiry: optional(
      object('When the post is deleted', {
        opener: Ways,
        dialog: Ways,
        /** All periods. */
        option: Ways,
        /** The texts of the period of one day. */
        oneDay: Names,
        save: optional(Ways),
        /** Shows the chosen period. */
        shown: Ways,
      }),
    ),
    schedule: optional(Type.Union([Calendar, TimeField], { description: 'When the post is published' })),
    keep: optional(
      Type.Array(
        closed({
          element: Ways,
          /** What it shows. Without it, it must be empty, unchecked or absent. */
          is: optional(Names),
        }),
        { minItems: 1, maxItems: 8, description: 'What must stay as it is, such as the audience or a price' },
      ),
    ),
    submit: object('The post button', { button: Ways, names: Names }),
    confirm: optional(
      Type.Array(
        closed({
          dialog: Ways,
          /** What it says. */
          texts: Names,
          ...control,
        }),
        { minItems: 1, maxItems: 3, description: 'Dialogs that ask once more after the press' },
      ),
    ),
    answer: object('How the site answers the press', {
      /** Is or holds a link to the new post. */
      posted: Ways,
      /** What `posted` says, where other messages look the same. */
      texts: optional(Names),
      /** The only answers after which nothing was posted, and only if the feed does not show the post. */
      refused: optional(Type.Array(Refusal, { minItems: 1, maxItems: 12, description: 'Refusals of this very post' })),
      /** Any other error. The post stays in doubt until the feed has been read. */
      error: optional(Ways),
    }),
  }),
  feed: object("The page's own posts", {
    path: address('username', 'Address of the feed'),
    post: Ways,
    /** Posts that are not the page's own, such as advertisements. */
    skip: optional(Ways),
    /** What a card says that is no post, where its markup is that of one: 'no longer available'. It has no link and no text of a post. */
    skipTexts: optional(Names),
    text: Ways,
    /** Is in a post whose text is cut. It is not pressed. */
    more: optional(Ways),
    image: Ways,
    /** Has the time in `datetime`, `title` or its text, also a relative one. */
    time: Ways,
    /** Texts of a post that is only seconds old. */
    now: optional(Names),
    link: Ways,
    /** Address of a post. Without it, its id is the number or the UUID in the link's path, or the path itself where that is not clear. */
    address: optional(address('id', 'Address of a post')),
    /** A post that the site has confirmed and that is not shown by then is in doubt. Only the server reads it. */
    appears_within_minutes: optional(
      Type.Integer({ minimum: 1, maximum: 360, description: 'Within which time a post appears. 30 without it' }),
    ),
    /** Shown when the page has no posts. */
    empty: optional(Ways),
  }),
});
export type SitePack = Static<typeof SitePack>;

/** As the server hands it out: a pack of an older schema stays as it was published. */
export const PublishedSitePack = Type.Union(
  [SitePack, Type.Record(Type.String(), Type.Unknown(), { description: 'A pack of schema 1' })],
  { description: 'A site pack' },
);
