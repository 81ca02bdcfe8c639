import type { EntityManager } from 'typeorm';

/** The posting switch. Pausing lets work in flight finish: only claims look at it. */
export async function switchPosting(manager: EntityManager, userId: string, on: boolean): Promise<void> {
  // Pressing twice must not make an offline page look younger than it is.
  await manager.query(
    `UPDATE users SET is_posting_active = $2, posting_switched_at = now() WHERE id = $1 AND is_posting_active <> $2`,
    [userId, on],
  );
}
