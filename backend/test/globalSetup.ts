import { startTestPooler } from './pooler.ts';
import { startTestPostgres } from './testPostgres.ts';

export default async function globalSetup(): Promise<void> {
  const { THROUGH_POOLER, THROUGH_REPLICA } = process.env;
  const { url, replicaUrl } = await startTestPostgres({ withReplica: THROUGH_REPLICA !== undefined });
  process.env.FLYERDECK_TEST_POSTGRES_URL = url;
  if (replicaUrl) process.env.FLYERDECK_TEST_REPLICA_URL = replicaUrl;
  if (THROUGH_POOLER) process.env.FLYERDECK_TEST_POOLER_URL = await startTestPooler(url);
}
