import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VALUES = '.values.ts';
const contracts = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'contracts', 'src');

/** Where bundles find `@flyerdeck/contracts` and its `values`, as its package.json exports them, without a build of it. */
export const contractsAlias = {
  ...Object.fromEntries(
    readdirSync(contracts)
      .filter((file) => file.endsWith(VALUES))
      .map((file) => [`@flyerdeck/contracts/values/${file.slice(0, -VALUES.length)}`, join(contracts, file)]),
  ),
  '@flyerdeck/contracts': contracts,
};
