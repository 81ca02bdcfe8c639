/** An error whose message is a sentence for the operator. Print it without a stack trace. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Another process runs the Postgres of this folder. */
export class FolderInUse extends EmbeddedPostgresError {}
