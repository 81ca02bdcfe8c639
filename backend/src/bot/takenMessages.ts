import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/statement.ts';
import { markSent } from './outbox.query.ts';

const INSIST_TIMES = 5;
const INSIST_AGAIN_MS = 200;

/**
 * What Telegram has taken and the database does not know yet. Remembered for as long as this process lives: a database
 * that is away for a while must not make us send it again.
 */
export class TakenMessages {
  private readonly telegramIds = new Map<string, readonly number[]>();

  constructor(private readonly db: Db) {}

  add(id: string, telegramMessageIds: readonly number[]): void {
    this.telegramIds.set(id, telegramMessageIds);
  }

  /** Writes down that it is sent; false for one that Telegram has not taken from us. */
  async writeDown(id: string): Promise<boolean> {
    const telegramMessageIds = this.telegramIds.get(id);
    if (!telegramMessageIds) return false;
    for (let time = 1; ; time++) {
      try {
        await markSent(this.db, [id, telegramMessageIds]);
        this.telegramIds.delete(id);
        return true;
      } catch (error) {
        if (time === INSIST_TIMES) throw error;
        await sleep(INSIST_AGAIN_MS);
      }
    }
  }
}
