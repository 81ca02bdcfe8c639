import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, list, nullable, object, text, uuid, word } from './schema.ts';
import { PublishedSitePack } from './sitePack.ts';
import {
  MAX_SITE_PACK_LENGTH,
  MAX_STRUCTURE_LENGTH,
  SITE_PACK_STAGES,
  SITE_PACKS_SHOWN,
  STRUCTURE_REPORT_CAUSES,
  STRUCTURE_REPORTS_SHOWN,
} from './values/sitePacks.ts';

/** Site packs of the extension's devices, and the reports of what they did not find on the site. */

export const sitePackVersion = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });

export const getSitePack = defineEndpoint({
  path: '/extension/site-pack',
  access: 'device',
  isPublicToo: true,
  doc: 'The site pack that this page should use now. Its ETag is its version. Without a secret: the pack of all pages, to read the account and to link.',
  query: closed({
    older_than: Type.Optional(
      sitePackVersion(
        'Without a secret: the newest pack before this version that is not withdrawn, also one that is still being tried. For a site that the pack of all pages does not fit',
      ),
    ),
  }),
  response: PublishedSitePack,
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
  doc: 'Reports that elements of a site pack were not found. After a failed probe the page should use an older pack.',
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
});
export type StructureReport = Static<typeof StructureReport>;

export const listStructureReports = defineEndpoint({
  path: '/admin/structure-reports',
  access: 'admin',
  doc: 'The latest structure reports, of all pages or of one posting. They are kept for 30 days.',
  query: closed({ posting_id: Type.Optional(uuid('Only those of this posting')) }),
  response: list(StructureReport, `Newest first, at most ${STRUCTURE_REPORTS_SHOWN}`),
});

export const getStructureReport = defineEndpoint({
  path: '/admin/structure-reports/:id',
  access: 'admin',
  doc: 'A structure report with the structure itself.',
  params: closed({ id: uuid('Id of the report') }),
  response: closed({ ...StructureReport.properties, structure: text("The composer's elements") }),
  errors: { 404: ['structure_report.not_found'] },
});

export const SitePackStatus = object('The site packs in use', {
  version: sitePackVersion('The pack that is published to all pages'),
  pages_count: count('Linked pages that use it'),
  latest: nullable(
    closed({
      version: sitePackVersion('Its version'),
      stage: word(SITE_PACK_STAGES, 'How far it is'),
      pages_count: count('Linked pages that use it'),
      withdrawn_reason: nullable(text(''), 'Why it was withdrawn'),
    }),
    'The pack that was published last; null when there is none but the one of the extension',
  ),
});
export type SitePackStatus = Static<typeof SitePackStatus>;

const outcome = (description: string) =>
  object(description, { pages: count('Pages'), owners: count('Owners of these pages') });

export const PublishedPack = object('A site pack that was published', {
  version: sitePackVersion('Its version'),
  stage: word(SITE_PACK_STAGES, 'How far it is'),
  published_at: dateTime('When it was published'),
  withdrawn_at: nullable(dateTime(''), 'When it was withdrawn'),
  withdrawn_reason: nullable(text(''), 'Why it was withdrawn'),
  pages_count: count('Linked pages that use it'),
  chosen_count: count('Pages that were chosen to try it'),
  posted: outcome('Have posted with it while it was tried'),
  failed: outcome('A posting failed with it'),
  refused: outcome('Its probe failed in the last 30 days'),
});
export type PublishedPack = Static<typeof PublishedPack>;

export const listSitePacks = defineEndpoint({
  path: '/admin/site-packs',
  access: 'admin',
  doc: 'The site packs that were published, with the pages and owners by outcome.',
  response: closed({
    built_in_version: sitePackVersion('The pack that the extension ships with'),
    packs: Type.Array(PublishedPack, { maxItems: SITE_PACKS_SHOWN, description: 'Newest first' }),
  }),
});

export const publishSitePack = defineEndpoint({
  method: 'POST',
  path: '/admin/site-packs',
  access: 'admin',
  doc: 'Publishes a site pack: pages of a few owners try it first.',
  body: closed({ text: Type.String({ maxLength: MAX_SITE_PACK_LENGTH, description: 'The pack as JSON' }) }),
  maxBodyBytes: 3 * MAX_SITE_PACK_LENGTH + 1_000,
  changes: ['SitePack', 'AdminStats'],
  status: 201,
  response: closed({ version: sitePackVersion('Its version') }),
  errors: { 422: ['site_pack.refused'] },
});

const change = {
  method: 'POST',
  access: 'admin',
  params: closed({ version: Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'Version of the pack' }) }),
  changes: ['SitePack', 'AdminStats'],
  // Another admin may have changed the stage.
  refetchOnFailure: ['SitePack', 'AdminStats'],
  errors: { 409: ['site_pack.wrong_stage'] },
} as const;

export const approveSitePack = defineEndpoint({
  ...change,
  path: '/admin/site-packs/:version/approve',
  doc: 'Publishes a pack that is being tried to all pages.',
});

export const withdrawSitePack = defineEndpoint({
  ...change,
  path: '/admin/site-packs/:version/withdraw',
  doc: 'Withdraws a pack: pages use the one before.',
});
