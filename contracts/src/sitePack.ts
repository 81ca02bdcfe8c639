import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { PAGE_PAUSE_KINDS } from './pages.values.ts';
import { closed, object } from './schema.ts';

const name = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' });

/** By language: `{ en: ['Post'], es: ['Publicar'] }`. */
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

const Ways = Type.Array(Way, {
  minItems: 1,
  maxItems: 5,
  description: 'Ways to find an element, the best one first',
});
export type SitePackWays = Static<typeof Ways>;

const SEGMENT = (holder: string) => `(?:[^/?#&={}\\s"<>\\\\]|\\{(?:${holder}|\\*)\\})+`;
/** Without the origin: '/@{username}', '/profile?name={username}', '/{*}/{id}/'. `{*}` is any part of a path. Other parts of a page's address are ignored. */
const address = (holder: 'username' | 'id', description: string) => {
  const one = SEGMENT(holder);
  const path = `(?:/|(?:/${one})+/?)`;
  const query = `(?:\\?${one}=${one}(?:&${one}=${one})*)?`;
  return Type.String({ maxLength: 150, pattern: `^${path}${query}(?:#(?:/${one})*/?)?$`, description });
};

const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

const control = { button: Ways, names: Names };
const Control = object('Pressed only if its accessible name is one of the names', control);
export type SitePackControl = Static<typeof Control>;

export const MAX_SITE_PACK_BYTES = 65_536;

const key = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_:.-]{0,59}$', description: 'Name of a value' });
/** A number, a UUID, or another short id (extension/sites/readAccount.ts). */
const AccountId = Type.Union(
  [
    closed({ cookie: key }),
    /** With `field`, the value is JSON: 'user.id'. */
    closed({ localStorage: key, field: optional(key) }),
    closed({ element: Ways, attribute: key }),
    closed({ json: Ways, field: key }),
    /** On a site that shows no id. The username must not change. */
    closed({ username: Type.Literal(true, { description: 'Always true' }) }),
  ],
  { description: 'Where the id of the account is' },
);

const Account = object('The account of the page', {
  id: AccountId,
  /** Where other pages do not show the account. Default: every page. */
  path: optional(address('username', 'Address of the page that shows the account')),
  /** At `path` the site answers with JSON, as its own pages ask who is logged in. This value, such as 'user.slug', is then the text of `body`. */
  field: optional(key),
  /** Opens the menu that has the account. Pressed again afterwards, which closes it. */
  open: optional(Control),
  /** A link to the profile, or without `profile` an element whose text is the username. Present only when logged in. */
  username: Ways,
  profile: optional(address('username', 'Address of a profile')),
  loginForm: optional(Ways),
  name: optional(Ways),
  avatar: optional(Ways),
  counts: optional(
    object('The badges of the menu', {
      home: optional(Ways),
      notifications: optional(Ways),
      messages: optional(Ways),
    }),
  ),
});

/** Default: all posts. */
const when = Type.Optional(
  Type.Union([Type.Literal('image'), Type.Literal('time')], {
    description: 'Only for posts with an image, or with a time',
  }),
);

const step = <K extends string, P extends TProperties>(kind: K, properties: P) =>
  closed({ do: Type.Literal(kind, { description: 'Kind of step' }), ...properties });

const Open = step('open', {
  path: address('username', 'Address of the page with the new post'),
});
/** With `shows` it is not pressed if that is shown already, and again if it does not appear. */
const Press = step('press', {
  ...control,
  shows: optional(Ways),
  when,
});
const Fill = step('fill', {
  /** `title` is the first line of the text, on a site that asks for one. */
  what: Type.Union([Type.Literal('text'), Type.Literal('title')], { description: 'What is entered' }),
  field: Ways,
  /** If the field is one line of several. */
  shown: optional(Ways),
  /** The text is entered as HTML that says it. */
  as: optional(Type.Literal('html', { description: 'The field takes HTML' })),
});
const Attach = step('attach', {
  /** Pressed when the page has no file field. */
  opener: optional(Ways),
  input: Ways,
  uploading: optional(Ways),
  /** One element for each image. */
  ready: Ways,
  /** If images are added in a dialog. */
  shown: optional(Ways),
  refused: optional(Ways),
  again: optional(Control),
  remove: optional(Control),
});
const Choose = step('choose', {
  opener: Ways,
  list: Ways,
  option: Ways,
  names: Names,
  save: optional(Ways),
  shown: Ways,
});

const Calendar = step('time', {
  opener: Ways,
  popup: Ways,
  month: Ways,
  nextMonth: Ways,
  day: Ways,
  timeTab: optional(Ways),
  /** Without halves of the day the hours are those of 24. */
  hour: Ways,
  minute: Ways,
  half: optional(Ways),
  save: optional(Ways),
  shown: Ways,
});
export type SitePackCalendar = Static<typeof Calendar>;

/** Without `form`: `<input type="datetime-local">`. Else '{year}-{month}-{day} {hour}:{minute}' for one field, or '{hour}' for one of five. */
const TimeFields = step('time', {
  opener: optional(Ways),
  fields: Type.Array(
    closed({
      field: Ways,
      form: optional(
        Type.String({
          maxLength: 60,
          pattern: '^(?:[ .,:/T-]|\\{(?:year|month|day|hour|minute)\\}){1,30}$',
          description: 'Form of the time in the field',
        }),
      ),
    }),
    { minItems: 1, maxItems: 5, description: 'The fields of the time' },
  ),
  save: optional(Ways),
  shown: optional(Ways),
});
export type SitePackTimeFields = Static<typeof TimeFields>;

/** Until an element is shown, or no more. */
const Wait = step('wait', {
  shown: optional(Ways),
  gone: optional(Ways),
  when,
});
/** Such as the audience or a price. Checked before the press. */
const Keep = step('keep', {
  element: Ways,
  /** What it shows. Without it, it must be empty, unchecked or absent. */
  is: optional(Names),
});
/** From here on the post may be live. */
const Publish = step('publish', {
  ...control,
  /** There only when the post is filled in, so the probe does not look for it. */
  late: optional(Type.Literal(true, { description: 'Always true' })),
});
/** A control that asks once more, with `dialog` in that, which says `texts`. */
const Confirm = step('confirm', {
  dialog: optional(Ways),
  texts: optional(Names),
  ...control,
});

const Step = Type.Union([Open, Press, Fill, Attach, Choose, Calendar, TimeFields, Wait, Keep, Publish, Confirm], {
  description: 'A step of a post',
});
export type SitePackStep = Static<typeof Step>;
export type StepOf<K extends SitePackStep['do']> = Extract<SitePackStep, { do: K }>;

/** With the number as `{n}`: 'in {n} minutes'. A text without `{n}` means one. */
const Refusal = closed({
  kind: Type.Union(
    PAGE_PAUSE_KINDS.map((kind) => Type.Literal(kind)),
    { description: 'What kind of refusal it is' },
  ),
  shown: Ways,
  /** Any other text leaves the post in doubt. */
  texts: Names,
  wait: optional(
    object('Texts with the number as {n}', {
      seconds: optional(Names),
      minutes: optional(Names),
      hours: optional(Names),
    }),
  ),
});
export type SitePackRefusal = Static<typeof Refusal>;

const Outcome = object('How the site answers the press', {
  /** Is or holds a link to the new post. Default: the form must be gone. */
  posted: optional(Ways),
  /** Where other messages look the same. */
  texts: optional(Names),
  /** The only answers after which nothing was posted, and only if the feed does not show the post. */
  refused: optional(Type.Array(Refusal, { minItems: 1, maxItems: 12, description: 'Refusals of this very post' })),
  /** The post stays in doubt until the feed has been read. */
  error: optional(Ways),
});

const Feed = object("The page's own posts", {
  path: address('username', 'Address of the feed'),
  post: Ways,
  skip: optional(Ways),
  /** Where the markup is that of a post: 'no longer available'. The card has no link and no text of a post. */
  skipTexts: optional(Names),
  text: Ways,
  /** In a post whose text is cut. Not pressed. */
  more: optional(Ways),
  /** Without it the feed shows no images, and posts are not compared by them. */
  image: optional(Ways),
  /** In `datetime`, `title` or its text, also a relative one. A date without a time is that day, which proves no absence. */
  time: Ways,
  now: optional(Names),
  link: Ways,
  /** Default: the number or UUID in the link's path, or the path itself. */
  address: optional(address('id', 'Address of a post')),
  /** Later a confirmed post is in doubt. Only the server reads it. */
  appears_within_minutes: optional(
    Type.Integer({ minimum: 1, maximum: 360, description: 'Within which time a post appears. 30 without it' }),
  ),
  empty: optional(Ways),
});

export const SITE_PACK_SCHEMA = 3;

export const SitePack = object('How the extension posts on the creator site, and reads what it shows', {
  schema: Type.Literal(SITE_PACK_SCHEMA, { description: 'The form of this pack' }),
  version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Higher than that of earlier packs' }),
  site: Type.String({ pattern: '^[a-z0-9.-]{1,100}$', description: 'Host name of the creator site' }),
  locales: Type.Array(Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$' }), {
    minItems: 1,
    maxItems: 12,
    description: 'Locales of dates, used after the language of the page',
  }),
  allow: optional(Type.Array(name, { minItems: 1, maxItems: 8, description: 'Names that are pressed all the same' })),
  trusted_input: optional(Type.Literal('required', { description: 'The site accepts only real clicks and keys' })),
  wait: optional(
    object('How long a page takes to work', {
      seconds: Type.Integer({ minimum: 1, maximum: 60, description: 'At most' }),
      /** For a page that shows no difference. */
      atLeastSeconds: optional(Type.Integer({ minimum: 1, maximum: 60, description: 'At least' })),
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
  account: Account,
  /** Where the page has other forms like it. */
  form: optional(Ways),
  steps: Type.Array(Step, { minItems: 3, maxItems: 40, description: 'The steps of a post, in their order' }),
  outcome: Outcome,
  feed: Feed,
});
export type SitePack = Static<typeof SitePack>;
