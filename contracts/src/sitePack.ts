import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { closed } from './schema.ts';

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

const part = <T extends TProperties>(description: string, properties: T) => closed(properties, { description });
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

/** Something that is pressed only if its accessible name is one of the names. */
const Control = closed(
  { button: Ways, names: Names },
  { description: 'Pressed only if its accessible name is one of the names' },
);
export type SitePackControl = Static<typeof Control>;

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
    closed(
      { seconds: optional(Names), minutes: optional(Names), hours: optional(Names) },
      { description: 'Texts with the number as {n}' },
    ),
  ),
  /** The time when none can be read. */
  waitSeconds: optional(Type.Integer({ minimum: 1, maximum: 86_400, description: 'When none can be read' })),
});
export type SitePackRefusal = Static<typeof Refusal>;

export const SITE_PACK_SCHEMA = 2;

export const SitePack = closed(
  {
    schema: Type.Literal(SITE_PACK_SCHEMA, { description: 'The form of this pack' }),
    version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Higher than that of earlier packs' }),
    site: Type.Literal('onlyfans', { description: 'The creator site' }),
    locales: Type.Array(Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$' }), {
      minItems: 1,
      maxItems: 12,
      description: 'Locales of dates, used after the language of the page',
    }),
    account: part('The account of the page', {
      idCookie: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,39}$', description: "Cookie with the account's id" }),
      /** Present only when logged in; its address ends in the username. */
      link: Ways,
      /** Present only when logged out. */
      loginForm: Ways,
      name: Ways,
      avatar: Ways,
      counts: part('The badges of the menu', { home: Ways, notifications: Ways, messages: Ways }),
    }),
    composer: part('The new-post page', {
      path: Type.String({ maxLength: 100, pattern: '^(/[a-z0-9_-]+)+$', description: 'Path of the new-post page' }),
      root: Ways,
      text: Ways,
      image: part('The image field', {
        /** Pressed when the page has no file field. */
        opener: optional(Ways),
        input: Ways,
        uploading: Ways,
        /** One element for each picture that the post has. */
        ready: Ways,
        refused: Ways,
        /** Removes a picture of a draft. */
        remove: optional(Control),
      }),
      expiry: part('When the post is deleted', {
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
      schedule: part('When the post is published', {
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
      }),
      submit: part('The post button', { button: Ways, names: Names }),
      answer: part('How the site answers the press', {
        /** Is or holds a link to the new post. */
        posted: Ways,
        /** The only answers after which nothing was posted, and only if the feed does not show the post. */
        refused: optional(
          Type.Array(Refusal, { minItems: 1, maxItems: 12, description: 'Refusals of this very post' }),
        ),
        /** Any other error. The post stays in doubt until the feed has been read. */
        error: optional(Ways),
      }),
    }),
    feed: part("The page's own posts", {
      path: Type.String({
        maxLength: 100,
        pattern: '^(/[a-z0-9_-]+)*/\\{username\\}(/[a-z0-9_-]+)*$',
        description: 'Path of the feed',
      }),
      post: Ways,
      text: Ways,
      image: Ways,
      time: Ways,
      link: Ways,
      /** Shown when the page has no posts. */
      empty: optional(Ways),
    }),
  },
  { description: "How the extension finds the creator site's elements" },
);
export type SitePack = Static<typeof SitePack>;

/** As the server hands it out: a pack of an older schema stays as it was published. */
export const PublishedSitePack = Type.Union(
  [SitePack, Type.Record(Type.String(), Type.Unknown(), { description: 'A pack of schema 1' })],
  { description: 'A site pack' },
);
