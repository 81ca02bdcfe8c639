import { randomBytes } from 'node:crypto';
import type { BuiltPage } from '../../test/factories.ts';
import type { Db } from '../database/statement.ts';
import { hashSecret } from '../http/secrets.ts';
import { posted, submitting } from '../postings/report.query.ts';
import { claimPosting } from './claim.query.ts';

const LEASE_SECONDS = 120;
const BUSY_MS = 5_000;
const MAX_ACTS = 5_000;

/** A page whose device polls, claims and posts. */
export interface Player {
  readonly page: BuiltPage;
  /** How long its next post takes. */
  lengthMs(): number;
  /** How long after a post, and after the time that a refused claim names, it polls again. */
  pauseMs(): number;
  /** Times of further polls while it waits, which claim nothing. */
  pollsWhileWaiting?(from: number, until: number): readonly number[];
  /** Called right after a claim, at its time. */
  onClaim?(postingId: string): Promise<void>;
}

type Act = (at: number) => Promise<Next | null>;
interface Next {
  readonly at: number;
  readonly act: Act;
  /** A hint makes it poll at once. */
  readonly isWaiting?: boolean;
}

/** What a device does, one act after the other, until nothing is left to claim. */
async function firstActOf(db: Db, player: Player): Promise<Act> {
  const secretHash = hashSecret(player.page.deviceSecret);
  const [device]: { id: string }[] = await db.query('SELECT id FROM devices WHERE secret_hash = $1', [secretHash]);
  const claim = (tokenHash: Buffer) =>
    claimPosting(db, {
      pageGuid: player.page.guid,
      deviceId: device?.id ?? '',
      tokenHash,
      leaseSeconds: LEASE_SECONDS,
    });
  const newToken = () => hashSecret(randomBytes(8).toString('hex'));

  const poll: Act = async (at) => {
    const tokenHash = newToken();
    const { outcome, claimed, waitUntil } = await claim(tokenHash);
    if (waitUntil) return wait(waitUntil, player.pollsWhileWaiting?.(at, waitUntil.getTime()) ?? []);
    if (!claimed) return outcome === 'busy' ? { at: at + BUSY_MS, act: poll } : null;
    await player.onClaim?.(claimed.id);
    const report = [secretHash, claimed.id, tokenHash] as const;
    const press: Act = async (at) => {
      // Otherwise the limits do not permit it any more.
      if ((await submitting(db, [...report, LEASE_SECONDS]))[0]?.moved)
        expect((await posted(db, [...report, 'post', null]))[0]?.moved).toBe(true);
      return { at: at + player.pauseMs(), act: poll };
    };
    return { at: at + player.lengthMs(), act: press };
  };
  const wait = (until: Date, [next, ...others]: readonly number[]): Next =>
    next === undefined
      ? { at: until.getTime() + player.pauseMs(), act: poll, isWaiting: true }
      : {
          at: next,
          isWaiting: true,
          act: async () => {
            const { claimed, waitUntil } = await claim(newToken());
            expect(claimed).toBeNull();
            // Later, if one that precedes it in the queue is due within minutes.
            expect(waitUntil?.getTime()).toBeGreaterThanOrEqual(until.getTime());
            return wait(waitUntil ?? until, others);
          },
        };
  return poll;
}

/** Pages that post at the same time, on the clock that `setClock` sets. */
export function createPlay({ db, setClock }: { readonly db: Db; setClock(at: Date): Promise<void> }) {
  const next: (Next & { readonly player: Player })[] = [];
  return {
    /** A hint: the pages poll, except those that are posting. */
    async wake(players: readonly Player[], at: number): Promise<void> {
      for (const player of players) {
        const known = next.findIndex((one) => one.player === player);
        if (known >= 0 && !next[known]?.isWaiting) continue;
        if (known >= 0) next.splice(known, 1);
        next.push({ player, at: at + player.pauseMs(), act: await firstActOf(db, player) });
      }
    },
    /** They go on until a time, or until nothing is left to claim. */
    async playUntil(until: number): Promise<void> {
      for (let acts = 0; acts < MAX_ACTS; acts++) {
        next.sort((one, other) => one.at - other.at);
        const first = next[0];
        if (!first || first.at >= until) return;
        await setClock(new Date(first.at));
        const following = await first.act(first.at);
        next.shift();
        if (following) next.push({ ...following, player: first.player });
      }
      throw new Error('A posting waits for ever.');
    },
  };
}
