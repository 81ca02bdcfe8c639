export { Schema1763700000047 } from './0047-adopt.ts';
export { Names1763700000048 } from './0048-names.ts';
export { Runners1763700000049 } from './0049-runners.ts';
export { DuplicatesLast1763700000050 } from './0050-duplicates-last.ts';
export { Spending1763700000058 } from './0058-spending.ts';
export { RetryInBatches1763700000061 } from './0061-retry-in-batches.ts';
export { SitePackVoters1763700000062 } from './0062-site-pack-voters.ts';
