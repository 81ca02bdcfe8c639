import { NO_DRAFTS } from '../../data/drafts/lazyDrafts.ts';
import { LOG_FORMAT, LOG_VERSION } from './logFormat.ts';

/** What is wrong with a log, in a sentence for whoever brought it. */
export class UnreadableLog extends Error {}

type Migration = (log: Record<string, unknown>) => Record<string, unknown>;

/** From a version to the next one; a version that is missing here cannot be read any more. */
const MIGRATIONS: Readonly<Record<number, Migration>> = {
  // Drafts were not in the store, and an upload did not name its flyers.
  1: ({ base, entries, ...log }) => ({
    ...log,
    base: { ...(base as object), state: { drafts: NO_DRAFTS, ...(base as Base)?.state } },
    entries: Array.isArray(entries) ? entries.map(withoutUploadedFiles) : entries,
  }),
};

type Base = { readonly state?: object } | undefined;
interface OldEntry {
  readonly action?: {
    readonly meta?: { readonly arg?: { readonly endpointName?: string; readonly originalArgs?: object } };
  };
}

function withoutUploadedFiles(entry: OldEntry): OldEntry {
  const { action } = entry;
  const { meta } = action ?? {};
  if (meta?.arg?.endpointName !== 'uploadTasks') return entry;
  const originalArgs = { ...meta.arg.originalArgs, flyers: [] };
  return { ...entry, action: { ...action, meta: { ...meta, arg: { ...meta.arg, originalArgs } } } };
}

/** An older log as the present version would have written it. @throws UnreadableLog */
export function migrateLog(
  log: unknown,
  migrations: Readonly<Record<number, Migration>> = MIGRATIONS,
  current: number = LOG_VERSION,
): unknown {
  if (typeof log !== 'object' || log === null || (log as { format?: unknown }).format !== LOG_FORMAT)
    throw new UnreadableLog('This file is no action log of Flyerdeck.');
  let migrated = log as Record<string, unknown>;
  const { version } = migrated;
  if (typeof version !== 'number' || !Number.isInteger(version))
    throw new UnreadableLog('The action log does not say its version.');
  if (version > current)
    throw new UnreadableLog(
      `The action log has version ${version} and this build reads ${current}: replay it with a newer build.`,
    );
  for (let from = version; from < current; from++) {
    const migrate = migrations[from];
    if (!migrate)
      throw new UnreadableLog(
        `The action log has version ${version}, which this build (version ${current}) cannot read any more: replay it with the build that recorded it.`,
      );
    migrated = { ...migrate(migrated), version: from + 1 };
  }
  return migrated;
}
