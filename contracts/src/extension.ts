import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import {
  DEVICE_HEALTH,
  FEED_CHECKS_AT_ONCE,
  MAX_KNOWN_POSTS,
  MAX_RETRY_AFTER_SECONDS,
  UNLINK_REASONS,
} from './extension.values.ts';
import { POSTING_STATUSES } from './postings.values.ts';
import { WAIT_REASONS } from './queue.values.ts';
import {
  closed,
  count,
  dateTime,
  filled,
  flag,
  list,
  notBlank,
  nullable,
  object,
  text,
  uuid,
  whole,
  word,
} from './schema.ts';
import { PackMisses, sitePackVersion } from './sitePacks.ts';

/** Linking by device code is RFC 8628. */

const avatarUrl = Type.String({ maxLength: 2_000, pattern: '^https?://', description: 'Address of the avatar' });
const extensionVersion = Type.String({
  maxLength: 40,
  pattern: '^[0-9]+([.][0-9]+){0,3}$',
  description: 'Version of the extension, one to four numbers',
});

export const LinkRequestBody = closed({
  page: object('The page the extension sees', {
    creator_id: notBlank("The creator platform's id of the page", 100),
    name: text('Display name', 200),
    username: text('Username on the creator platform', 200),
    avatar_url: nullable(avatarUrl, 'Address of the avatar'),
  }),
  extension_version: extensionVersion,
});
export type LinkRequestBody = Static<typeof LinkRequestBody>;

export const LinkRequestResponse = closed({
  linking_token: text('To be pasted into the product; works once'),
  device_id: uuid('Id of the device'),
  device_secret: text('Send as Authorization: Bearer; told only now'),
  expires_at: dateTime('When the linking token stops working'),
});
export type LinkRequestResponse = Static<typeof LinkRequestResponse>;

export const createLinkRequest = defineEndpoint({
  method: 'POST',
  path: '/extension/link-requests',
  access: 'public',
  doc: 'Creates a device that is not linked yet. Answers a linking token to show and a secret to store.',
  body: LinkRequestBody,
  rateLimit: 'link_request',
  status: 201,
  response: LinkRequestResponse,
});

export const PollBody = closed({
  counts: Type.Optional(
    object('Badges the site shows', {
      home: count('Badge of Home'),
      notifications: count('Badge of Notifications'),
      messages: count('Badge of Messages'),
    }),
  ),
  page: Type.Optional(
    object('What the site says of the page now', {
      name: Type.Optional(text('Display name', 200)),
      username: Type.Optional(text('Username', 200)),
      avatar_url: Type.Optional(nullable(avatarUrl, 'Address of the avatar')),
    }),
  ),
  time_zone: Type.Optional(filled('IANA name of the time zone', 64)),
  extension_version: Type.Optional(extensionVersion),
  health: Type.Optional(word(DEVICE_HEALTH, 'Whether the site can be posted to')),
  site_pack_version: Type.Optional(sitePackVersion('The site pack that the extension uses')),
  pack_misses: Type.Optional(PackMisses),
  has_scheduler: Type.Optional(
    flag('Whether this pack can schedule posts. Otherwise a posting is handed out when it is due'),
  ),
});
export type PollBody = Static<typeof PollBody>;

export const ClaimedPosting = object('A posting handed to this device alone', {
  id: uuid('Id of the posting'),
  claim_token: text('Proves the claim in every report'),
  text: text('Text of the flyer'),
  image_url: nullable(text(''), 'Where to fetch the picture'),
  scheduled_for: nullable(dateTime(''), "When the platform's scheduler shall post it; null for now"),
  lease_expires_at: dateTime('Until when the claim holds'),
  attempt: Type.Integer({ minimum: 1, description: 'Which try this is, from 1' }),
});
export type ClaimedPosting = Static<typeof ClaimedPosting>;

export const PollResponse = closed({
  page: nullable(
    object('The page', {
      guid: uuid('Guid of the page'),
      linked: flag('Still linked to this device'),
      unlinked_reason: Type.Optional(
        word(UNLINK_REASONS, 'Why not: another browser took its place, or the page was unlinked; absent while linked'),
      ),
    }),
    'The page; null until a user has used the linking token',
  ),
  posting: nullable(ClaimedPosting, 'At most one posting to do now'),
  wait_reason: nullable(word(WAIT_REASONS, ''), 'Why there is none although some wait'),
  wait_until: nullable(
    dateTime(''),
    'For `not_due`, `page_limit`, `rate_limited` and `site_refusals`: when the page may post',
  ),
  next_poll_seconds: Type.Integer({ minimum: 1, description: 'When to poll again' }),
  await_hint: flag('A device that is connected to the live channel need not poll again before a hint'),
  site_pack_version: nullable(
    sitePackVersion(''),
    'The site pack that this page should use; null while none is published for it',
  ),
  latest_extension_version: text('The version that the product serves: an older one should be updated'),
});
export type PollResponse = Static<typeof PollResponse>;

export const pollDevice = defineEndpoint({
  method: 'POST',
  path: '/extension/poll',
  access: 'device',
  doc: 'Marks the page as polled and claims at most one posting.',
  body: Type.Optional(PollBody),
  response: PollResponse,
  errors: { 422: ['device.unknown_time_zone'] },
});

const PostingParams = closed({ id: uuid('Id of the posting') });
const claimToken = filled('Token of the claim', 200);
const reportErrors = { 404: ['posting.not_found'], 409: ['posting.claim_lost', 'posting.already_reported'] };

export const ReportResponse = closed({
  status: text('State of the posting now'),
  lease_expires_at: nullable(dateTime(''), 'Until when the claim holds; null once it is over'),
});
export type ReportResponse = Static<typeof ReportResponse>;

const report = {
  method: 'POST',
  access: 'device',
  params: PostingParams,
  response: ReportResponse,
  errors: reportErrors,
} as const;

export const reportSubmitting = defineEndpoint({
  ...report,
  path: '/extension/postings/:id/submitting',
  doc: 'Reports that the device is about to press the post button. From here on the post may be live.',
  body: closed({ claim_token: claimToken }),
});

export const reportHeartbeat = defineEndpoint({
  ...report,
  path: '/extension/postings/:id/heartbeat',
  doc: 'Renews the lease of a claim.',
  body: closed({ claim_token: claimToken }),
});

export const reportPosted = defineEndpoint({
  ...report,
  path: '/extension/postings/:id/posted',
  doc: 'Reports that the post is live or scheduled.',
  body: closed({
    claim_token: claimToken,
    external_post_id: Type.Optional(text("The creator platform's id of the post", 200)),
    posted_at: Type.Optional(dateTime('When the device saw it posted')),
  }),
});

export const reportFailed = defineEndpoint({
  ...report,
  path: '/extension/postings/:id/failed',
  doc: 'Reports that nothing was posted. After `submitting`, only the codes `rate_limited`, `content`, `logged_out`, `broken`, `not_pressed`, `site_changed`, `wrong_account`, `no_tab` and `text_not_taken` are definite: with any other the posting is unconfirmed. After `rate_limited` the posting returns to the queue, and the page is paused. After `not_pressed` it returns to the queue, also when its lease has ended, and fails at the third time.',
  body: closed({
    claim_token: claimToken,
    message: filled('What went wrong, for people', 2_000),
    code: Type.Optional(text('Stable word for the failure', 100)),
    retry_after_seconds: Type.Optional(
      whole(1, MAX_RETRY_AFTER_SECONDS, 'With `rate_limited`: how long the site asks to wait'),
    ),
    other_creator_id: Type.Optional(
      text("With `account_changed`: the creator platform's id of the account that it showed after the press", 200),
    ),
  }),
});

export const FEED_CHECK_KINDS = ['unconfirmed', 'posted', 'still_there'] as const;

const externalPostId = filled("The creator platform's id of the post", 200);
const attempt = whole(1, 1_000_000, 'The try that the check is about; a verdict about an older one changes nothing');

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
