import type { Config } from './config.ts';
import { OperatorError } from './operatorError.ts';

export type FaultSettings = Partial<Pick<Config, 'host' | 'port' | 'dataDir'>> & {
  /** Errors of writing name no file. */
  readonly writesTo?: string;
};

interface Fault {
  readonly code?: string;
  readonly message: string;
  readonly path?: string;
  readonly syscall?: string;
  readonly hostname?: string;
  readonly address?: string;
  readonly port?: number;
  /** A name with several addresses, such as localhost, fails with one error for each. */
  readonly errors?: readonly Fault[];
}

const LISTENING: Readonly<Record<string, (at: string, port: number) => string>> = {
  EADDRINUSE: (at, port) => `Port ${port} on ${at} is already in use. Set PORT to another one.`,
  EACCES: (at, port) => `This user may not listen on port ${port} of ${at}. Set PORT to a number from 1024 on.`,
  EADDRNOTAVAIL: (at) => `HOST ${at} is no address of this machine. Set it to 0.0.0.0 or 127.0.0.1.`,
  ENOTFOUND: (at) => `HOST ${at} is no known name. Set it to 0.0.0.0 or 127.0.0.1.`,
  EAI_AGAIN: (at) => `HOST ${at} is no known name. Set it to 0.0.0.0 or 127.0.0.1.`,
};

const POOLER = 'DATABASE_URL is that of a pooler in transaction mode: set it to Postgres itself.';
const UNREACHABLE = 'Postgres at DATABASE_URL cannot be reached: check the address, the network and the firewall.';
/** By code or SQLSTATE. */
const DATABASE: Readonly<Record<string, (fault: Fault) => string>> = {
  ECONNREFUSED: ({ address, port }) => `Postgres at DATABASE_URL does not answer (${address} refuses port ${port}).`,
  ENOTFOUND: ({ hostname }) => `DATABASE_URL names the host ${hostname}, which is not known.`,
  EAI_AGAIN: ({ hostname }) => `DATABASE_URL names the host ${hostname}, which is not known.`,
  ETIMEDOUT: () => UNREACHABLE,
  EHOSTUNREACH: () => UNREACHABLE,
  ENETUNREACH: () => UNREACHABLE,
  ECONNRESET: () => 'What answers at DATABASE_URL closes the connection: is it Postgres, and is the port right?',
  // It refuses a parameter of the connection, or has lost a prepared statement.
  '08P01': () => POOLER,
  '26000': () => POOLER,
  '28P01': ({ message }) => `Postgres refuses the user or the password of DATABASE_URL: ${message}.`,
  '28000': ({ message }) => `Postgres does not let the user of DATABASE_URL in: ${message}.`,
  '3D000': ({ message }) => `Postgres has no such database: ${message}. Create it, owned by the user of DATABASE_URL.`,
  '25006': () => 'The database is read-only: DATABASE_URL must be the primary, not a standby.',
  '42501': ({ message }) => `The user of DATABASE_URL must own the database: ${message}.`,
  '0A000': ({ message }) => `Postgres lacks a feature that Flyerdeck needs: ${message}.`,
  '53100': () => 'The disk of Postgres is full.',
  '53300': () => 'Postgres has no connection left: raise its max_connections, or run fewer processes.',
  '57P03': ({ message }) => `Postgres at DATABASE_URL is not ready: ${message}.`,
};

const FILES: Readonly<Record<string, (what: string, fault: Fault) => string>> = {
  EACCES: (what) => `This user may not use ${what}.`,
  EPERM: (what) => `This user may not use ${what}.`,
  EROFS: (what) => `${what} is on a read-only file system.`,
  ENOSPC: (what) => `The disk of ${what} is full.`,
  EDQUOT: (what) => `The disk quota of ${what} is used up.`,
  ENOTDIR: (what) => `${what} is not in a folder: a part of the path is a file.`,
  EEXIST: (what) => `${what} is no folder.`,
  EISDIR: (what) => `${what} is a folder.`,
  ENOENT: (what, { syscall }) => `${what} does not exist${syscall === 'mkdir' ? ' and cannot be made' : ''}.`,
  ENAMETOOLONG: (what) => `The path ${what} is too long.`,
  EIO: (what) => `The disk of ${what} has an error.`,
  EMFILE: (what) => `Too many files are open, so that ${what} cannot be used: raise the limit (ulimit -n).`,
};

/** Null for errors that the operator cannot correct: those are defects of Flyerdeck. */
export function sentenceOf(error: unknown, settings: FaultSettings = {}): string | null {
  const described = describe(error);
  const fault: Fault = { ...described.errors?.[0], ...described };
  const { code = '', message, path, syscall, hostname } = fault;
  const { host = '', port = 0, dataDir, writesTo = 'what is written' } = settings;
  if (error instanceof OperatorError) {
    return /No space left on device/.test(message) ? `The disk of ${dataDir ?? 'DATA_DIR'} is full.` : message;
  }
  if (syscall === 'listen' || (hostname !== undefined && hostname === host))
    return LISTENING[code]?.(host, port) ?? null;
  if (path !== undefined || syscall === 'write') {
    const setting = dataDir !== undefined && path?.startsWith(dataDir) ? 'DATA_DIR: ' : '';
    const sentence = FILES[code]?.(path ?? writesTo, fault) ?? null;
    return sentence && setting + sentence;
  }
  if (/timeout exceeded when trying to connect|connection timeout/.test(message)) return UNREACHABLE;
  if (/password must be a string/.test(message)) return 'Postgres asks for a password, and DATABASE_URL has none.';
  if (/Connection terminated unexpectedly/.test(message)) return DATABASE.ECONNRESET?.(fault) ?? null;
  return DATABASE[code]?.(fault) ?? null;
}

const describe = (error: unknown): Fault =>
  typeof error === 'object' && error !== null && 'message' in error
    ? Object.assign({ message: String(error.message) }, error)
    : { message: String(error) };

export const exitStatusOf = (error: unknown): number => (error instanceof OperatorError ? error.exitStatus : 1);
