import { stopTestPooler } from './pooler.ts';
import { stopTestPostgres } from './testPostgres.ts';

export default async function globalTeardown(): Promise<void> {
  await stopTestPooler();
  await stopTestPostgres();
}
