import { startTestPostgres } from './testPostgres.ts';

export default async function globalSetup(): Promise<void> {
  process.env.FLYERDECK_TEST_POSTGRES_URL = await startTestPostgres();
}
