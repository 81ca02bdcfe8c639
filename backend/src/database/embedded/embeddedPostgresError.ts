/** Its message is one sentence for the person who started Flyerdeck: print it without a stack. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}
