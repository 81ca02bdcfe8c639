import { startTestPooler } from './pooler.ts';
import { startTestPostgres } from './testPostgres.ts';

export default async function globalSetup(): Promise<void> {
  process.env.FLYERDECK_TEST_POSTGRES_URL = await startTestPostgres();
  if (process.env.THROUGH_POOLER)
    process.env.FLYERDECK_TEST_POOLER_URL = await startTestPooler(process.env.FLYERDECK_TEST_POSTGRES_URL);
}
