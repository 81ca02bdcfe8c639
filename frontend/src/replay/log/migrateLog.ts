import { NO_DRAFTS } from '../../data/drafts/draftsSlice.ts';
import { LOG_FORMAT, LOG_VERSION } from './logFormat.ts';

interface Log {
  readonly format?: unknown;
  readonly version?: unknown;
  readonly base?: { readonly state?: object };
  readonly entries?: unknown;
}
interface Entry {
  readonly action?: {
    readonly meta?: { readonly arg?: { readonly endpointName?: string; readonly originalArgs?: object } };
  };
}

/** In version 1 drafts were not in the store, and an upload did not name its flyers. */
const fromVersion1 = ({ base, entries, ...log }: Log): Log => ({
  ...log,
  base: { ...base, state: { drafts: NO_DRAFTS, ...base?.state } },
  entries: Array.isArray(entries) ? entries.map(withoutUploadedFiles) : entries,
});

/** Until version 2 the store did not contain what was open. */
const fromVersion2 = ({ base, ...log }: Log): Log => ({
  ...log,
  version: LOG_VERSION,
  base: { ...base, state: { ui: {}, ...base?.state } },
});

function withoutUploadedFiles(entry: Entry): Entry {
  const { action } = entry;
  const { meta } = action ?? {};
  if (meta?.arg?.endpointName !== 'uploadTasks') return entry;
  const originalArgs = { ...meta.arg.originalArgs, flyers: [] };
  return { ...entry, action: { ...action, meta: { ...meta, arg: { ...meta.arg, originalArgs } } } };
}

/** Converts an older log to the current version. @throws Error with the sentence to show */
export function migrateLog(given: unknown): unknown {
  const log = given as Log | null;
  if (log?.format !== LOG_FORMAT) throw new Error('This file is no action log of Flyerdeck.');
  const { version } = log;
  if (typeof version !== 'number' || !Number.isInteger(version))
    throw new Error('The action log does not say its version.');
  if (version > LOG_VERSION)
    throw new Error(
      `The action log has version ${version} and this build reads ${LOG_VERSION}: replay it with a newer build.`,
    );
  if (version < 1)
    throw new Error(
      `The action log has version ${version}, which this build (version ${LOG_VERSION}) cannot read any more: replay it with the build that recorded it.`,
    );
  if (version === LOG_VERSION) return log;
  return fromVersion2(version === 1 ? fromVersion1(log) : log);
}
