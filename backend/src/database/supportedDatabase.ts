import { OperatorError } from '../operatorError.ts';
import type { Db } from './statement.ts';
import { readServerVersion } from './supportedDatabase.query.ts';

const OLDEST_POSTGRES = 15;

/** This program cannot work with the database. */
export class UnsupportedDatabaseError extends OperatorError {}

/** The codes of node:tls for a certificate that is not accepted, such as DEPTH_ZERO_SELF_SIGNED_CERT and CERT_HAS_EXPIRED. */
const REFUSED_CERTIFICATE = /CERT|^UNABLE_TO_|SIGNATURE/;

/** A sentence for a connection that failed because of `sslmode` or `sslrootcert` in the URL. Null for other errors. */
export function explainTls(error: unknown): UnsupportedDatabaseError | null {
  const { code = '', message = '', path } = (error ?? {}) as { code?: string; message?: string; path?: string };
  if (path && (code === 'ENOENT' || code === 'EACCES'))
    return new UnsupportedDatabaseError(`The file ${path}, which DATABASE_URL names, can not be read.`);
  if (message === 'The server does not support SSL connections')
    return new UnsupportedDatabaseError('Postgres at DATABASE_URL does not support TLS, which its sslmode requires.');
  if (REFUSED_CERTIFICATE.test(code))
    return new UnsupportedDatabaseError(`The certificate of Postgres at DATABASE_URL is not accepted: ${message}.`);
  return null;
}

export function checkPostgresVersion({ number, name }: { readonly number: number; readonly name: string }): void {
  if (Math.floor(number / 10_000) < OLDEST_POSTGRES) {
    throw new UnsupportedDatabaseError(
      `Flyerdeck needs Postgres ${OLDEST_POSTGRES} or newer, and the server at DATABASE_URL is ${name}.`,
    );
  }
}

export async function checkServer(db: Db): Promise<void> {
  const [server] = await readServerVersion(db, []);
  if (server) checkPostgresVersion(server);
}
