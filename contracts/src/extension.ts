import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, flag, nullable, object, text, uuid, word } from './schema.ts';
import { PackMisses, sitePackVersion } from './sitePacks.ts';
import { NOT_BLANK } from './values/endpoint.ts';
import { DEVICE_HEALTH, MAX_RETRY_AFTER_SECONDS, UNLINK_REASONS } from './values/extension.ts';
import { WAIT_REASONS } from './values/queue.ts';

/** Linking by device code is RFC 8628. */

const avatarUrl = Type.String({ maxLength: 2_000, pattern: '^https?://', description: 'Address of the avatar' });
const extensionVersion = Type.String({
  maxLength: 40,
  pattern: '^[0-9]+([.][0-9]+){0,3}$',
  description: 'Version of the extension, one to four numbers',
});

export const LinkRequestBody = closed({
  page: object('The page the extension sees', {
    creator_id: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: NOT_BLANK,
      description: "The creator platform's id of the page",
    }),
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
  time_zone: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'IANA name of the time zone' })),
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
const claimToken = Type.String({ minLength: 1, maxLength: 200, description: 'Token of the claim' });
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
    message: Type.String({ minLength: 1, maxLength: 2_000, description: 'What went wrong, for people' }),
    code: Type.Optional(text('Stable word for the failure', 100)),
    retry_after_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_RETRY_AFTER_SECONDS,
        description: 'With `rate_limited`: how long the site asks to wait',
      }),
    ),
    other_creator_id: Type.Optional(
      text("With `account_changed`: the creator platform's id of the account that it showed after the press", 200),
    ),
  }),
});
