import { randomInt } from 'node:crypto';
import {
  MAX_RUNNERS_PER_USER,
  PAIRING_CODE_ALPHABET,
  PAIRING_CODE_LENGTH,
  type RunnerPage,
} from '@flyerdeck/contracts';
import { lockUser } from '../credits/credits.query.ts';
import { type Db, oneRow } from '../database/statement.ts';
import { conflict, notFound, unauthorized, unprocessable } from '../http/errors.ts';
import { hashSecret, newSecret } from '../http/secrets.ts';
import { linkPage } from '../linking/linking.service.ts';
import { voidDevicesOf } from '../pages/devices.service.ts';
import {
  countRunners,
  endRunnerRow,
  findRunner,
  giveRunnerTo,
  insertRunner,
  keepRunner,
  listPagesOfRunner,
  lockPagesOfRunner,
  lockWaitingRunner,
  markAwakePages,
  type OwnRunnerRow,
} from './runners.query.ts';

const unknownCode = () =>
  notFound('runner.unknown_code', 'No runner shows this code now. Look at the runner: codes change after 15 minutes.');

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

/** Throws 401 for a secret that is unknown or was ended, or of a deactivated owner. */
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

/** Throws 409 runner.not_paired, and as linkPage does. */
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

/** Throws 404 runner.unknown_code and 422 runner.too_many. */
export async function pairRunner(db: Db, ownerId: string, code: string) {
  await lockUser(db, [ownerId]);
  if ((await oneRow(countRunners(db, [ownerId]))).runners >= MAX_RUNNERS_PER_USER) {
    throw unprocessable('runner.too_many', `At most ${MAX_RUNNERS_PER_USER} runners can be paired. End one first.`);
  }
  const runner = await findWaitingRunner(db, code);
  await giveRunnerTo(db, [ownerId, runner.id]);
  return runner;
}

/** The pages stay linked, without devices. Throws 404 runner.not_found. */
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
