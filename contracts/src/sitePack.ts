import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { closed, object } from './schema.ts';
import { address, Control, control, Names, name, optional, Ways } from './sitePackParts.ts';

export type { SitePackControl, SitePackNames, SitePackWay, SitePackWays } from './sitePackParts.ts';

/** A site pack: everything that the extension has to know about the creator site's markup. It is data without logic. */

export const MAX_SITE_PACK_BYTES = 65_536;

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

const Account = object('The account of the page', {
  id: AccountId,
  /** The page that shows the account, on a site where others do not. Default: every page. */
  path: optional(address('username', 'Address of the page that shows the account')),
  /** At `path` the site answers with JSON, as its own pages ask who is logged in. This value, such as 'user.slug', is then the text of `body`. */
  field: optional(key),
  /** Opens the menu that has the account, where it is in a menu. Pressed again afterwards, which closes the menu. */
  open: optional(Control),
  /** Present only when logged in: a link to the profile, or without `profile` an element whose text is the username. */
  username: Ways,
  profile: optional(address('username', 'Address of a profile')),
  /** Present only when logged out. Default: a field for a password. */
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

/** Which posts a step is for. Without it: all. */
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
/** Presses a control. With `shows` it is not pressed if that is shown already, and again if it does not appear. */
const Press = step('press', {
  ...control,
  shows: optional(Ways),
  when,
});
const Fill = step('fill', {
  /** `title` is the first line of the text, on a site that asks for one. */
  what: Type.Union([Type.Literal('text'), Type.Literal('title')], { description: 'What is entered' }),
  field: Ways,
  /** Where the text is shown afterwards, if the field is one line of several. */
  shown: optional(Ways),
  /** The field takes HTML, so the text is entered as HTML that says it. */
  as: optional(Type.Literal('html', { description: 'The field takes HTML' })),
});
const Attach = step('attach', {
  /** Pressed when the page has no file field. */
  opener: optional(Ways),
  /** The file field, or the area that takes dropped files where no such field is ever in the document. */
  input: Ways,
  uploading: optional(Ways),
  /** One element for each image that the post has. */
  ready: Ways,
  /** Where the post shows its images in the end, if they are added in a dialog. */
  shown: optional(Ways),
  refused: optional(Ways),
  /** Uploads an image again that was refused. */
  again: optional(Control),
  /** Removes an image of a draft. */
  remove: optional(Control),
});
export type SitePackAttach = Static<typeof Attach>;
/** Chooses one of several options, such as the day after which a post is deleted. */
const Choose = step('choose', {
  opener: Ways,
  list: Ways,
  option: Ways,
  /** The texts of the option. */
  names: Names,
  save: optional(Ways),
  /** Shows the chosen option. */
  shown: Ways,
});
export type SitePackChoice = Static<typeof Choose>;

const Calendar = step('time', {
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

/**
 * Fields of the time: one `<input type="datetime-local">` (no `form`), or fields and lists with a form each, such as
 * '{year}-{month}-{day} {hour}:{minute}' for one field and '{hour}' for one of five.
 */
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

/** Waits until an element is shown, or no more. */
const Wait = step('wait', {
  shown: optional(Ways),
  gone: optional(Ways),
  when,
});
/** What must stay as it is, such as the audience or a price. Checked before the press. */
const Keep = step('keep', {
  element: Ways,
  /** What it shows. Without it, it must be empty, unchecked or absent. */
  is: optional(Names),
});
export type SitePackKeep = Static<typeof Keep>;
/** The press: from here on the post may be live. */
const Publish = step('publish', {
  ...control,
  /** The control is there only when the post is filled in, so the probe does not look for it. */
  late: optional(Type.Literal(true, { description: 'Always true' })),
});
/** After the press: a control that asks once more. With `dialog` it is in that, which says `texts`. */
const Confirm = step('confirm', {
  dialog: optional(Ways),
  texts: optional(Names),
  ...control,
});
export type SitePackConfirm = Static<typeof Confirm>;

const Step = Type.Union([Open, Press, Fill, Attach, Choose, Calendar, TimeFields, Wait, Keep, Publish, Confirm], {
  description: 'A step of a post',
});
export type SitePackStep = Static<typeof Step>;
export type StepOf<K extends SitePackStep['do']> = Extract<SitePackStep, { do: K }>;

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
});
export type SitePackRefusal = Static<typeof Refusal>;

const Outcome = object('How the site answers the press', {
  /** Is or holds a link to the new post, or says that it is posted. Without it the form must be gone. */
  posted: optional(Ways),
  /** What `posted` says, where other messages look the same. */
  texts: optional(Names),
  /** The only answers after which nothing was posted, and only if the feed does not show the post. */
  refused: optional(Type.Array(Refusal, { minItems: 1, maxItems: 12, description: 'Refusals of this very post' })),
  /** Any other error. The post stays in doubt until the feed has been read. */
  error: optional(Ways),
});

const Feed = object("The page's own posts", {
  path: address('username', 'Address of the feed'),
  post: Ways,
  /** Posts that are not the page's own, such as advertisements. */
  skip: optional(Ways),
  /** What a card says that is no post, where its markup is that of one: 'no longer available'. It has no link and no text of a post. */
  skipTexts: optional(Names),
  text: Ways,
  /** Is in a post whose text is cut. It is not pressed. */
  more: optional(Ways),
  /** Without it the feed shows no images, and posts are not compared by them. */
  image: optional(Ways),
  /** Has the time in `datetime`, `title` or its text, also a relative one. A date without a time is that day, which proves no absence. */
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
  /** Names that look dangerous, and that an admin has allowed for this site. */
  allow: optional(Type.Array(name, { minItems: 1, maxItems: 8, description: 'Names that are pressed all the same' })),
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
  account: Account,
  /** The part of the page that is the new post, where the page has other forms like it. */
  form: optional(Ways),
  steps: Type.Array(Step, { minItems: 3, maxItems: 40, description: 'The steps of a post, in their order' }),
  outcome: Outcome,
  feed: Feed,
});
export type SitePack = Static<typeof SitePack>;
