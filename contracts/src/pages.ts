import { type Static, Type } from '@sinclair/typebox';
import { WORK_TAGS } from './cacheTags.values.ts';
import { defineEndpoint } from './endpoint.ts';
import { DEVICE_HEALTH } from './extension.values.ts';
import {
  MAX_BULK_PAGES,
  MAX_GAP_MINUTES,
  MAX_POSTS_LIMIT,
  MAX_TAG_LENGTH,
  MAX_TAGS_PER_PAGE,
  PAGE_ACTIVE_MINUTES,
  PAGE_NOTICES,
  PAGE_PAUSE_KINDS,
} from './pages.values.ts';
import { RUNNER_PAGE_STATES } from './runners.values.ts';
import { closed, count, dateTime, filled, flag, list, nullable, object, text, uuid, whole, word } from './schema.ts';
import { PackMisses } from './sitePacks.ts';

const clockTime = (description: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: `${description}, as 09:30` });

export const PageLimits = object('Limits for the posts of a page', {
  max_posts_in_24_hours: nullable(
    whole(1, MAX_POSTS_LIMIT, 'Posts'),
    'The most posts in any 24 hours; null for no limit',
  ),
  min_gap_minutes: nullable(whole(1, MAX_GAP_MINUTES, 'Minutes'), 'The least time between two posts; null for none'),
  hours: nullable(
    closed({
      from: clockTime('First minute'),
      until: clockTime('First minute after the hours, on the next day if it is before `from`'),
      time_zone: filled('IANA name of the zone whose wall clock counts', 64),
    }),
    'When posts may be published; null for any time',
  ),
});
export type PageLimits = Static<typeof PageLimits>;

export const Page = object('A linked page', {
  guid: uuid('Our id of the page'),
  name: text('Display name, may be empty'),
  username: text('Username on the creator platform, may be empty'),
  creator_id: text("The creator platform's id of the page"),
  avatarThumbUrl: nullable(text(''), 'Address of the avatar'),
  is_active: flag(`Polled within the last ${PAGE_ACTIVE_MINUTES} minutes`),
  is_paid: flag('Posting is paid for right now'),
  paid_until: nullable(dateTime(''), 'End of the paid 24 hours'),
  credits_charged: count('Last charge, in credits'),
  tags: list(text('A tag'), 'Free-text tags of the owner'),
  notice: nullable(word(PAGE_NOTICES, ''), 'What happened to the page in the last 24 hours that its owner should know'),
  health: word(DEVICE_HEALTH, 'What the extension last said of the site'),
  pack_misses: nullable(
    PackMisses,
    'What the site pack of the page does not find on the creator site; null when it fits',
  ),
  extension_version: nullable(text(''), 'Version of the extension that polls for the page'),
  last_polled_at: nullable(dateTime(''), 'When the extension last polled'),
  linked_at: dateTime('When the page was linked, last time'),
  time_zone: text("Time zone of the page's browser, as the extension last said"),
  limits: nullable(PageLimits, 'Limits for its posts; null for none'),
  limited_until: nullable(dateTime(''), 'When its limits allow the next post, while a posting waits for that'),
  pause: nullable(
    closed({ kind: word(PAGE_PAUSE_KINDS, 'What the site has refused'), until: dateTime('When it may post again') }),
    'The page gets no posting, because the creator site has refused posts; null if it does',
  ),
  runner: nullable(
    closed({ host_name: text('Name of its machine'), state: word(RUNNER_PAGE_STATES, "State of the page's browser") }),
    'The runner that has the browser of the page; null for a browser that its owner runs',
  ),
});
export type Page = Static<typeof Page>;

export const PickerPage = object('A page as the target picker shows it', {
  id: uuid('The guid of the page'),
  name: text('Display name; the username or creator id where there is none'),
  avatarUrl: nullable(text(''), 'Address of the avatar'),
  tags: list(text('A tag'), 'Free-text tags of the owner'),
});
export type PickerPage = Static<typeof PickerPage>;

export const PageParams = closed({ guid: uuid('Our id of the page') });

const tagList = (description: string) =>
  Type.Array(filled('A tag', MAX_TAG_LENGTH), {
    // More than a page may have, so that too many get the 422 that names the limit.
    maxItems: 2 * MAX_TAGS_PER_PAGE,
    description: `${description}; ${MAX_TAGS_PER_PAGE} at most`,
  });
const guids = Type.Array(uuid('Our id of a page'), {
  minItems: 1,
  maxItems: MAX_BULK_PAGES,
  description: 'The pages to change, all of them or none',
});

const TAGS_ERRORS = ['page.too_many_tags', 'page.too_many_different_tags'];

export const getAvatar = defineEndpoint({
  path: '/avatars/:guid',
  access: 'public',
  doc: 'The avatar of a linked page as a small WebP. It is downloaded from the address that the page has reported.',
  params: PageParams,
  query: closed({ v: Type.Optional(text('Changes with the avatar, for caches', 16)) }),
  rateLimit: 'image',
  produces: 'image/webp',
  errors: { 404: ['page.no_avatar'] },
});

export const listUserPages = defineEndpoint({
  path: '/get_user_pages',
  doc: "The user's linked pages with their state.",
  response: closed({ pages: list(Page, 'Linked pages, newest link first') }),
});

export const updateTags = defineEndpoint({
  method: 'PUT',
  path: '/pages/:guid/tags',
  doc: 'Replaces the tags of a page.',
  params: PageParams,
  body: closed({ tags: tagList('The whole new list of tags') }),
  changes: ['Page/PICKER'],
  changesElsewhere: ['Page'],
  response: Page,
  errors: { 404: ['page.not_found'], 422: TAGS_ERRORS },
});

export const updateTagsOfPages = defineEndpoint({
  method: 'POST',
  path: '/pages/bulk-tags',
  doc: 'Adds tags to and removes tags from many pages, all or none.',
  body: closed({
    guids,
    add: tagList('Tags that each page gets, unless it has them'),
    remove: tagList('Tags that each page loses, whatever their case; what is also in `add` stays'),
  }),
  maxBodyBytes: 500_000,
  rateLimit: 'heavy',
  changes: ['Page/PICKER'],
  changesElsewhere: ['Page'],
  response: closed({ pages: list(Page, 'The pages as they are now, in no particular order') }),
  errors: { 404: ['page.not_found'], 422: TAGS_ERRORS },
});

export const setLimitsOfPages = defineEndpoint({
  method: 'POST',
  path: '/pages/bulk-limits',
  doc: 'Replaces the posting limits of pages, of all or of none. Posts that the site has scheduled already stay as they are.',
  body: closed({
    guids,
    limits: nullable(PageLimits, 'The new limits; null for none'),
  }),
  maxBodyBytes: 500_000,
  rateLimit: 'heavy',
  changes: WORK_TAGS,
  changesElsewhere: ['Page'],
  wakesPages: true,
  response: closed({ pages: list(Page, 'The pages as they are now, in no particular order') }),
  errors: { 404: ['page.not_found'], 422: ['page.unknown_time_zone', 'page.empty_hours'] },
});

export const resumePage = defineEndpoint({
  method: 'POST',
  path: '/pages/:guid/resume',
  doc: 'Ends the pause of a page after refusals of the creator site. Changes nothing if it is not paused.',
  params: PageParams,
  changes: WORK_TAGS,
  changesElsewhere: ['Page'],
  wakesPages: true,
  response: Page,
  errors: { 404: ['page.not_found'] },
});

export const unlinkPage = defineEndpoint({
  method: 'DELETE',
  path: '/unlink_page/:guid',
  doc: 'Unlinks a page: its pending postings fail and its device is voided.',
  params: PageParams,
  changes: ['Page/PICKER', ...WORK_TAGS],
  changesElsewhere: ['Page'],
  errors: { 404: ['page.not_found'] },
});

export const unlinkPages = defineEndpoint({
  method: 'POST',
  path: '/pages/bulk-unlink',
  doc: 'Unlinks many pages, all or none.',
  body: closed({ guids }),
  maxBodyBytes: 500_000,
  rateLimit: 'heavy',
  changes: ['Page/PICKER', ...WORK_TAGS],
  changesElsewhere: ['Page'],
  response: closed({ unlinked: list(uuid('Our id of a page'), 'The pages that were unlinked') }),
  errors: { 404: ['page.not_found'] },
});

export const listPickerPages = defineEndpoint({
  path: '/pages',
  doc: 'Pages and all tags, for the target picker.',
  response: closed({
    pages: list(PickerPage, 'Linked pages by name'),
    tags: list(text('A tag'), 'Every tag in use, each once whatever its case, by alphabet'),
  }),
});
