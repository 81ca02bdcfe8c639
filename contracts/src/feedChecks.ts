import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, dateTime, flag, list, nullable, object, text, uuid, word } from './schema.ts';
import { FEED_CHECKS_AT_ONCE, MAX_KNOWN_POSTS } from './values/extension.ts';
import { POSTING_STATUSES } from './values/postings.ts';

export const FEED_CHECK_KINDS = ['unconfirmed', 'posted', 'still_there'] as const;

const externalPostId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "The creator platform's id of the post",
});
const attempt = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'The try that the check is about; a verdict about an older one changes nothing',
});

export const FeedCheck = object('A post to look for in the feed of the page', {
  posting_id: uuid('Id of the posting'),
  attempt,
  kind: word(
    FEED_CHECK_KINDS,
    'Whether the post may be live, was reported as posted, or was on the page at the last check',
  ),
  text: text('Text of the flyer'),
  has_image: flag('The flyer has a picture'),
  external_post_id: nullable(
    externalPostId,
    'Its id on the creator platform; null when it is to be found by text and time',
  ),
  from: dateTime('The earliest time that the post can have on the page'),
  to: dateTime('The latest'),
});
export type FeedCheck = Static<typeof FeedCheck>;

export const KnownPost = object('A post that belongs to a posting', {
  external_post_id: externalPostId,
  path: nullable(text(''), 'Where it was seen in the feed; null: not yet'),
});
export type KnownPost = Static<typeof KnownPost>;

export const FeedChecks = closed({
  checks: Type.Array(FeedCheck, { maxItems: FEED_CHECKS_AT_ONCE, description: 'What to look for now' }),
  known_posts: Type.Array(KnownPost, {
    maxItems: MAX_KNOWN_POSTS,
    description: 'Posts of the last day that belong to a posting already, the latest ones',
  }),
  next_check_seconds: nullable(Type.Integer({ minimum: 1 }), 'When to ask again; null: after the next posting'),
});
export type FeedChecks = Static<typeof FeedChecks>;

export const listFeedChecks = defineEndpoint({
  path: '/extension/feed-checks',
  access: 'device',
  doc: "The posts that the device shall look for in the page's own feed.",
  response: FeedChecks,
});

const about = { posting_id: uuid('Id of the posting'), attempt };

export const FeedVerdict = Type.Union(
  [
    closed({
      ...about,
      verdict: word(['found'], 'The post is in the feed'),
      external_post_id: externalPostId,
      path: Type.String({
        maxLength: 200,
        // Some sites have the post's id after '?' or '#'.
        pattern: '^(/[A-Za-z0-9._~@%:-]+)+/?([?#][A-Za-z0-9._~@%/?&=-]*)?$|^/[?#][A-Za-z0-9._~@%/?&=-]+$',
        description: 'Path of the post on the creator site',
      }),
    }),
    closed({
      ...about,
      verdict: word(
        ['absent', 'unreadable'],
        'The feed was readable, covers the times and does not have the post; or it says nothing about the post',
      ),
    }),
  ],
  { description: 'What the feed says about one post' },
);
export type FeedVerdict = Static<typeof FeedVerdict>;

export const reportFeedChecks = defineEndpoint({
  method: 'POST',
  path: '/extension/feed-checks',
  access: 'device',
  doc: 'Reports what the feed says. An unconfirmed posting becomes posted or failed. A posted one that was never shown becomes unconfirmed after the time that the site pack names.',
  body: closed({
    verdicts: Type.Array(FeedVerdict, { minItems: 1, maxItems: FEED_CHECKS_AT_ONCE, description: 'Verdicts' }),
  }),
  response: closed({
    postings: list(
      closed({
        posting_id: uuid('Id of the posting'),
        status: nullable(word(POSTING_STATUSES, ''), 'Its state now; null when there is no such posting on this page'),
      }),
      'In the order of the verdicts',
    ),
  }),
});
