import { randomInt } from 'node:crypto';
import {
  MAX_RUNNERS_PER_USER,
  PAIRING_CODE_ALPHABET,
  PAIRING_CODE_LENGTH,
  PAIRING_CODE_MINUTES,
  RUNNER_SILENT_MINUTES,
  type RunnerPage,
  type Runner as WireRunner,
} from '@flyerdeck/contracts';
import { lockUser } from '../../credits/credits.query.ts';
import { type Db, oneRow, sql, statement, statementWithIsoTimes } from '../../database/statement.ts';
import { conflict, notFound, unauthorized, unprocessable } from '../../server/http/errors.ts';
import { hashSecret, newSecret } from '../../server/security/secrets.ts';
import { voidDevicesOf } from '../devices.service.ts';
import { linkPage } from '../linking/linking.service.ts';

export const insertRunner = sql<
  { code_expires_at: Date },
  [secretHash: Buffer, codeHash: Buffer, hostName: string, version: string]
>(
  `INSERT INTO runners (secret_hash, code_hash, code_expires_at, host_name, version)
   VALUES ($1, $2, now() + interval '${PAIRING_CODE_MINUTES} minutes', $3, $4) RETURNING code_expires_at`,
);

type OwnRunnerRow = { id: string; owner_id: string | null };

/** With the owner once it is paired. No row for one that was ended, or whose owner is deactivated. */
const findRunner = statement<OwnRunnerRow, [secretHash: Buffer]>(
  `SELECT r.id, r.owner_id FROM runners r LEFT JOIN users u ON u.id = r.owner_id
   WHERE r.secret_hash = $1 AND r.ended_at IS NULL AND coalesce(u.is_active, true)
     AND (r.owner_id IS NOT NULL OR r.code_expires_at > now())`,
);

const listPagesOfRunner = sql<RunnerPage, [runnerId: string]>(
  `SELECT guid, creator_id, name, username, health FROM pages
   WHERE runner_id = $1 AND unlinked_at IS NULL AND EXISTS (SELECT FROM devices WHERE page_guid = guid AND voided_at IS NULL)
   ORDER BY linked_at, guid`,
);

export const listRunnersOf = statementWithIsoTimes<WireRunner, [ownerId: string]>(
  `SELECT r.id, r.host_name, r.version, r.paired_at, r.last_contact_at,
     coalesce(r.last_contact_at > now() - interval '${RUNNER_SILENT_MINUTES} minutes', false) AS is_connected,
     count(p.guid)::int AS pages, (count(p.guid) FILTER (WHERE p.is_awake))::int AS awake,
     (count(p.guid) FILTER (WHERE needs_login(p)))::int AS logged_out
   FROM runners r LEFT JOIN pages p ON p.runner_id = r.id AND p.unlinked_at IS NULL
   WHERE r.owner_id = $1 AND r.ended_at IS NULL
   GROUP BY r.id ORDER BY r.paired_at DESC, r.id`,
);

const countRunners = sql<{ runners: number }, [ownerId: string]>(
  'SELECT count(*)::int AS runners FROM runners WHERE owner_id = $1 AND ended_at IS NULL',
);

const giveRunnerTo = sql<never, [ownerId: string, runnerId: string]>(
  'UPDATE runners SET owner_id = $1, code_hash = NULL, paired_at = now() WHERE id = $2',
);

const endRunnerRow = sql<{ id: string }, [ownerId: string, runnerId: string]>(
  'UPDATE runners SET ended_at = now() WHERE owner_id = $1 AND id = $2 AND ended_at IS NULL RETURNING id',
);

const lockWaitingRunner = sql<{ id: string; host_name: string; created_at: Date }, [codeHash: Buffer]>(
  `SELECT id, host_name, created_at FROM runners
   WHERE code_hash = $1 AND code_expires_at > now() AND ended_at IS NULL FOR UPDATE`,
);

const markAwakePages = sql<never, [runnerId: string, guids: readonly string[]]>(
  `WITH changed AS MATERIALIZED (
     SELECT guid FROM pages WHERE runner_id = $1 AND is_awake <> (guid = ANY ($2::uuid[])) ORDER BY guid FOR NO KEY UPDATE
   )
   UPDATE pages p SET is_awake = NOT is_awake FROM changed WHERE p.guid = changed.guid`,
);

const lockPagesOfRunner = sql<{ guid: string }, [runnerId: string]>(
  'SELECT guid FROM pages WHERE runner_id = $1 ORDER BY guid FOR NO KEY UPDATE',
);

/** Until the transaction ends. */
const keepRunner = sql<{ kept: true }, [runnerId: string]>(
  'SELECT true AS kept FROM runners WHERE id = $1 AND ended_at IS NULL FOR SHARE',
);

export const deleteUnpairedRunners = sql(
  "DELETE FROM runners WHERE owner_id IS NULL AND code_expires_at < now() - interval '1 day'",
);

const unknownCode = () =>
  notFound(
    'runner.unknown_code',
    `No runner shows this code now. Look at the runner: codes change after ${PAIRING_CODE_MINUTES} minutes.`,
  );

const unknownRunner = () => unauthorized('auth.invalid', 'This runner is not known. Pair it again.');

const hashOfCode = (code: string) => hashSecret(code.toUpperCase().replaceAll(/[\s-]/g, ''));

function newCode(): string {
  const letter = () => PAIRING_CODE_ALPHABET.charAt(randomInt(PAIRING_CODE_ALPHABET.length));
  return Array.from({ length: PAIRING_CODE_LENGTH }, letter).join('');
}

/** The secrets are stored as hashes, so they are sent only once. */
export async function registerRunner(
  db: Db,
  { hostName, version }: { readonly hostName: string; readonly version: string },
): Promise<{ code: string; secret: string; expiresAt: Date }> {
  const [code, secret] = [newCode(), newSecret()];
  const row = await oneRow(insertRunner(db, [hashSecret(secret), hashOfCode(code), hostName, version]));
  return { code: `${code.slice(0, 4)}-${code.slice(4)}`, secret, expiresAt: row.code_expires_at };
}

async function requireRunner(db: Db, secretHash: Buffer): Promise<OwnRunnerRow> {
  const [runner] = await findRunner(db, [secretHash]);
  if (!runner) throw unknownRunner();
  return runner;
}

export async function readRunnerOf(
  db: Db,
  secretHash: Buffer,
): Promise<{ readonly isPaired: boolean; readonly pages: readonly RunnerPage[] }> {
  const { id, owner_id: ownerId } = await requireRunner(db, secretHash);
  return { isPaired: ownerId !== null, pages: ownerId === null ? [] : await listPagesOfRunner(db, [id]) };
}

export async function addPage(
  db: Db,
  secretHash: Buffer,
  { token, confirmReplace }: { readonly token: string; readonly confirmReplace: boolean },
) {
  const { id, owner_id: ownerId } = await requireRunner(db, secretHash);
  if (ownerId === null) throw conflict('runner.not_paired', 'Pair the runner with an account first.');
  if ((await keepRunner(db, [id])).length === 0) throw unknownRunner();
  return { ownerId, page: await linkPage(db, { ownerId, token, confirmReplace, runnerId: id }) };
}

export async function setAwake(db: Db, secretHash: Buffer, guids: readonly string[]): Promise<string | null> {
  const { id, owner_id: ownerId } = await requireRunner(db, secretHash);
  await markAwakePages(db, [id, guids]);
  return ownerId;
}

export async function findWaitingRunner(db: Db, code: string) {
  const [found] = await lockWaitingRunner(db, [hashOfCode(code)]);
  if (!found) throw unknownCode();
  return found;
}

export async function pairRunner(db: Db, ownerId: string, code: string) {
  await lockUser(db, [ownerId]);
  if ((await oneRow(countRunners(db, [ownerId]))).runners >= MAX_RUNNERS_PER_USER) {
    throw unprocessable('runner.too_many', `At most ${MAX_RUNNERS_PER_USER} runners can be paired. End one first.`);
  }
  const runner = await findWaitingRunner(db, code);
  await giveRunnerTo(db, [ownerId, runner.id]);
  return runner;
}

/** The pages stay linked, without devices. */
export async function endRunnerOf(db: Db, ownerId: string, id: string): Promise<void> {
  const [ended] = await endRunnerRow(db, [ownerId, id]);
  if (!ended) throw notFound('runner.not_found', 'This runner was ended already.');
  const pages = await lockPagesOfRunner(db, [id]);
  await voidDevicesOf(
    db,
    pages.map(({ guid }) => guid),
    'runner_ended',
  );
  await markAwakePages(db, [id, []]);
}
