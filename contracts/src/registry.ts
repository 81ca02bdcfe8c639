import * as account from './account.ts';
import * as admin from './admin.ts';
import * as adminCredits from './adminCredits.ts';
import * as adminOperation from './adminOperation.ts';
import * as assistants from './assistants.ts';
import * as attention from './attention.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as creditSums from './creditSums.ts';
import * as credits from './credits.ts';
import * as downloads from './downloads.ts';
import type { Endpoint } from './endpoint.ts';
import * as extension from './extension.ts';
import * as feedChecks from './feedChecks.ts';
import * as forecasts from './forecasts.ts';
import * as linking from './linking.ts';
import * as pages from './pages.ts';
import * as postings from './postings.ts';
import * as presets from './presets.ts';
import * as problemReports from './problemReports.ts';
import * as queue from './queue.ts';
import * as runners from './runners.ts';
import * as sitePacks from './sitePacks.ts';
import * as tasks from './tasks.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** The exports of each area's file: endpoints and schemas. */
export const areas = {
  auth,
  account,
  linking,
  pages,
  assistants,
  forecasts,
  presets,
  tasks,
  queue,
  attention,
  credits,
  creditSums,
  postings,
  adminCredits,
  admin,
  adminOperation,
  audit,
  downloads,
  extension,
  runners,
  sitePacks,
  feedChecks,
  problemReports,
} satisfies Readonly<Record<string, object>>;
export type AreaName = keyof typeof areas;

/** The endpoints of an area, by name. */
export const endpointsOf = (area: AreaName): [name: string, endpoint: Endpoint][] =>
  Object.entries(areas[area]).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]));

/** All endpoints, by name. A new endpoint in an area's file is included automatically. */
export const registry: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  (Object.keys(areas) as AreaName[]).flatMap(endpointsOf),
);
