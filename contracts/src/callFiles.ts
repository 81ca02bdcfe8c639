import type { Call } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import { type AreaName, areas, endpointsOf } from './registry.ts';

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

const fileOf = (area: string, endpoints: readonly [string, Endpoint][]): string => `\
// Written by \`npm run calls\` from ${area}.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../${area}.ts';

${endpoints
  .map(([name, endpoint]) => `export const ${name}: Call<typeof contracts.${name}> = ${sourceOf(factsOf(endpoint))};\n`)
  .join('')}`;

/** The text of each file in `calls/`, by its name: the calls of an area for the web app. */
export function callFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const area of Object.keys(areas) as AreaName[]) {
    const endpoints = endpointsOf(area).filter(([, endpoint]) => isCalledByWebApp(endpoint));
    // Node and Jest list the exports of a module in different orders.
    endpoints.sort(([a], [b]) => (a < b ? -1 : 1));
    if (endpoints.length > 0) files.set(`${area}.ts`, fileOf(area, endpoints));
  }
  return files;
}
