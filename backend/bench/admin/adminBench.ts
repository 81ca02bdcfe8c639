import { seedDatabase } from '../../seed/seedDatabase.ts';
import { poolOf } from '../../src/database/pool.ts';
import { closeDatabase, migrate, openDatabase } from '../../src/dataSource.ts';
import type { Figure } from '../figure.ts';
import { withPostgres } from '../withPostgres.ts';
import { listFigures, printTimings, SIZES } from './adminFigures.ts';
import { type Measured, timeAdminCalls } from './timings.ts';

const POSTINGS_PER_USER = 100;

async function measure(url: string, postings: number): Promise<Measured> {
  const db = await openDatabase(url, { poolSize: 3 });
  try {
    await migrate(db);
    const pool = poolOf(db);
    await seedDatabase(pool, {
      postings,
      users: postings / POSTINGS_PER_USER,
      seed: 1,
      now: new Date(),
    });
    return await timeAdminCalls(pool);
  } finally {
    await closeDatabase(db);
  }
}

async function run(): Promise<Figure[]> {
  const sizes = new Map<number, Measured>();
  for (const size of SIZES) sizes.set(size, await withPostgres((url) => measure(url, size)));
  process.stdout.write(printTimings(sizes));
  return listFigures(sizes);
}

export const adminBench = { title: "the admin's postings at 10 k, 100 k and 1 M", run };
