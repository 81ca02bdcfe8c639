import * as admin from './admin.ts';
import * as adminCredits from './adminCredits.ts';
import * as adminOperation from './adminOperation.ts';
import * as assistants from './assistants.ts';
import * as auth from './auth.ts';
import type { Call } from './call.ts';
import * as credits from './credits.ts';
import * as downloads from './downloads.ts';
import type { Endpoint } from './endpoint.ts';
import * as extension from './extension.ts';
import * as forecasts from './forecasts.ts';
import * as linking from './linking.ts';
import * as pages from './pages.ts';
import * as postings from './postings.ts';
import * as presets from './presets.ts';
import * as problemReports from './problemReports.ts';
import * as queue from './queue.ts';
import * as runners from './runners.ts';
import * as sheets from './sheets.ts';
import * as sitePacks from './sitePacks.ts';
import * as tasks from './tasks.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

export const areas = {
  auth,
  linking,
  pages,
  assistants,
  forecasts,
  sheets,
  presets,
  tasks,
  queue,
  credits,
  postings,
  adminCredits,
  admin,
  adminOperation,
  downloads,
  extension,
  runners,
  sitePacks,
  problemReports,
} satisfies Readonly<Record<string, object>>;
export type AreaName = keyof typeof areas;

export const endpointsOf = (area: AreaName): [name: string, endpoint: Endpoint][] =>
  Object.entries(areas[area]).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]));

/** A new endpoint in an area's file is included automatically. */
export const registry: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  (Object.keys(areas) as AreaName[]).flatMap(endpointsOf),
);

/** The extension and the runner have their own clients, and the browser itself loads files. */
const isCalledByWebApp = ({ path, produces }: Endpoint): boolean =>
  !/^\/(extension|runner)(\/|$)/.test(path) && !produces;

const factsOf = ({ method, path, access, changes, refetchOnFailure }: Endpoint): Call => ({
  ...(method !== 'GET' && { method }),
  path,
  ...(access === 'public' && { access }),
  ...(changes && { changes }),
  ...(refetchOnFailure && { refetchOnFailure }),
});

const sourceOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return `'${value}'`;
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${sourceOf(field)}`);
  return `{ ${fields.join(', ')} }`;
};

/** The text of calls.ts. Only types are imported there, so that no schema reaches the web app. */
export function callsText(): string {
  const groups = (Object.keys(areas) as AreaName[]).flatMap((area) => {
    const endpoints = endpointsOf(area).filter(([, endpoint]) => isCalledByWebApp(endpoint));
    // Node and Jest list the exports of a module in different orders.
    endpoints.sort(([a], [b]) => (a < b ? -1 : 1));
    const calls = endpoints.map(([name, endpoint]) => `  ${name}: ${sourceOf(factsOf(endpoint))},\n`);
    return calls.length > 0 ? [`\nexport const ${area}: CallsOf<typeof areas.${area}> = {\n${calls.join('')}};\n`] : [];
  });
  return `// Written by \`npm run calls\`.
import type { CallsOf } from './call.ts';
import type { areas } from './registry.ts';
${groups.join('')}`;
}
