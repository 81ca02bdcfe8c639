import { OperatorError } from '../../operatorError.ts';

export class EmbeddedPostgresError extends OperatorError {
  override name = 'EmbeddedPostgresError';
}

/** Another process runs the Postgres of this folder. */
export class FolderInUse extends EmbeddedPostgresError {}
