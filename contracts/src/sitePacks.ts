import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, filled, list, nullable, object, text, uuid, word } from './schema.ts';
import { SitePack } from './sitePack.ts';
import {
  MAX_MISSING_ELEMENTS,
  MAX_SITE_PACK_LENGTH,
  MAX_STRUCTURE_LENGTH,
  SITE_PACKS_SHOWN,
  STRUCTURE_REPORT_CAUSES,
  STRUCTURE_REPORTS_SHOWN,
} from './sitePacks.values.ts';

export const sitePackVersion = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });

export const PackMisses = object('A site pack that does not fit a page', {
  version: sitePackVersion('Its version'),
  elements: Type.Array(
    Type.String({ pattern: '^[A-Za-z0-9.]{1,60}$', description: 'Path of an element in the pack' }),
    {
      maxItems: MAX_MISSING_ELEMENTS,
      description: 'What it does not find on the creator site',
    },
  ),
});
export type PackMisses = Static<typeof PackMisses>;

export const getSitePack = defineEndpoint({
  path: '/extension/site-pack',
  access: 'device',
  isPublicToo: true,
  doc: 'The site pack that this page should use now. Its ETag is its version. Without a secret: the pack of all pages, to read the account and to link.',
  response: SitePack,
  errors: { 404: ['site_pack.none'] },
});

const what = word(STRUCTURE_REPORT_CAUSES, 'What failed: a probe, or the preparation of a post');
const missing = Type.Array(text('Name of an element in the site pack', 100), {
  maxItems: 100,
  description: 'The elements that were not found',
});

export const StructureReportBody = closed({
  site_pack_version: sitePackVersion('The site pack that was tried'),
  what,
  missing,
  posting_id: Type.Optional(uuid('The posting that was prepared')),
  structure: text("The composer's elements: no texts, no values", MAX_STRUCTURE_LENGTH),
});
export type StructureReportBody = Static<typeof StructureReportBody>;

export const createStructureReport = defineEndpoint({
  method: 'POST',
  path: '/extension/structure-reports',
  access: 'device',
  doc: 'Reports that elements of a site pack were not found.',
  body: StructureReportBody,
});

export const StructureReport = object('What an extension did not find on the site', {
  id: uuid('Id of the report'),
  page_guid: uuid('Guid of the page'),
  page_name: text('Page'),
  posting_id: nullable(uuid(''), 'The posting that was prepared'),
  site_pack_version: sitePackVersion('The site pack that was tried'),
  what,
  missing,
  created_at: dateTime('When it was reported'),
  structure: text("The composer's elements"),
});
export type StructureReport = Static<typeof StructureReport>;

export const listStructureReports = defineEndpoint({
  path: '/admin/structure-reports',
  access: 'admin',
  doc: 'The latest structure reports: of all pages, of one posting, or one report. They are kept for 30 days.',
  query: closed({
    posting_id: Type.Optional(uuid('Only those of this posting')),
    id: Type.Optional(uuid('Only this one')),
  }),
  response: list(StructureReport, 'Newest first', { maxItems: STRUCTURE_REPORTS_SHOWN }),
});

export const SitePackStatus = object('The site pack of all pages', {
  version: nullable(sitePackVersion('Its version'), 'The pack that is published to all pages; null when there is none'),
  pages_count: count('Linked pages that use it'),
  missing_count: count('Linked pages that a pack does not fit'),
});
export type SitePackStatus = Static<typeof SitePackStatus>;

export const PublishedPack = object('A site pack that was published', {
  version: sitePackVersion('Its version'),
  owner: nullable(
    closed({ telegram_id: text('Telegram id'), name: text('Name') }),
    'The owner whose pages it is for; null for all pages',
  ),
  published_at: dateTime('When it was published'),
  undone_at: nullable(dateTime(''), 'When it was undone'),
  is_current: Type.Boolean({ description: 'It is the newest one of its owner, or of all pages' }),
  pages_count: count('Linked pages of its owner, or of all, that use it'),
  misses: list(
    object('An element that pages do not find', {
      element: text('Path of the element in the pack'),
      pages: count('Linked pages that miss it'),
      report_id: nullable(uuid(''), 'The newest structure report about it'),
    }),
    'What its pages do not find on the site now, the most frequent first',
  ),
});
export type PublishedPack = Static<typeof PublishedPack>;

export const listSitePacks = defineEndpoint({
  path: '/admin/site-packs',
  access: 'admin',
  doc: 'The site packs that were published, and what pages miss of them.',
  response: closed({
    packs: Type.Array(PublishedPack, { maxItems: SITE_PACKS_SHOWN, description: 'Newest first' }),
  }),
});

const telegramId = Type.Optional(filled('Only the pages of this owner. Without it all pages', 64));
const change = {
  method: 'POST',
  access: 'admin',
  changes: ['SitePack', 'AdminStats'],
  // Another admin may have published or undone one.
  refetchOnFailure: ['SitePack', 'AdminStats'],
} as const;

export const publishSitePack = defineEndpoint({
  ...change,
  path: '/admin/site-packs',
  doc: 'Publishes a site pack to the pages of one owner, or to all. A page uses it once it has found everything there.',
  body: closed({
    text: Type.String({ maxLength: MAX_SITE_PACK_LENGTH, description: 'The pack as JSON' }),
    telegram_id: telegramId,
  }),
  maxBodyBytes: 3 * MAX_SITE_PACK_LENGTH + 1_000,
  status: 201,
  response: closed({ version: sitePackVersion('Its version') }),
  errors: { 404: ['user.not_found'], 422: ['site_pack.refused'] },
});

export const undoSitePack = defineEndpoint({
  ...change,
  path: '/admin/site-packs/undo',
  doc: 'Takes the current pack of one owner, or of all pages, back: the version before it is current again.',
  body: closed({ version: sitePackVersion('The current version'), telegram_id: telegramId }),
  response: closed({ version: nullable(sitePackVersion(''), 'The pack of these pages now; null for none') }),
  errors: { 404: ['user.not_found'], 409: ['site_pack.not_current'] },
});
