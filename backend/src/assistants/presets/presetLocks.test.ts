import { NO_RULES, type PostingRules } from '@flyerdeck/contracts';
import { buildAssistant, buildUser } from '../../../test/factories.ts';
import { waitForLockWait } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { applyPresetRules, copyAssistant, updateAssistant } from '../assistants.service.ts';
import { addPreset, removePreset, updatePreset } from './presets.service.ts';

const database = useTestDatabase();

const rules = (hours: number): PostingRules => ({
  ...NO_RULES,
  start_delay_hours: hours,
  delay_between_tasks_hours: 2,
});

/** An assistant that uses a preset, and what can be done to both. */
async function build() {
  const { id: ownerId } = await buildUser(database.db);
  const preset = await inTransaction(database.db, (on) => addPreset(on, { ownerId, name: 'Preset', rules: rules(1) }));
  const { id } = await buildAssistant(database.db, ownerId, { rules: rules(1) });
  await inTransaction(database.db, (on) => updateAssistant(on, ownerId, id, { preset_id: preset.id }));
  const own = { ownerId, presetId: preset.id };
  const acts: Record<string, (on: Db) => Promise<unknown>> = {
    choose: (on) => updateAssistant(on, ownerId, id, { preset_id: preset.id }),
    copy: (on) => copyAssistant(on, ownerId, id, 'key'),
    replace: (on) => updatePreset(on, { ...own, name: 'New', rules: rules(3) }, applyPresetRules),
    delete: (on) => removePreset(on, own),
  };
  const state = async (): Promise<{ preset_id: string | null; hours: number }[]> =>
    database.db.query(
      "SELECT preset_id, (posting_rules ->> 'start_delay_hours')::int AS hours FROM assistants WHERE owner_id = $1 ORDER BY created_at",
      [ownerId],
    );
  return { preset, run: (name: string, on: Db) => acts[name]?.(on), state };
}

const PAIRS = ['replace', 'delete'].flatMap((change) => ['choose', 'copy'].map((use) => [change, use] as const));

test.each(PAIRS)('%s that is held up at the preset, and then %s, do not deadlock', async (first, second) => {
  const { preset, run, state } = await build();
  const started: Promise<unknown>[] = [];
  const runner = database.db.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT FROM presets WHERE id = $1 FOR UPDATE', [preset.id]);
  for (const name of [first, second]) {
    // Without a retry, which would hide a deadlock.
    started.push(database.db.transaction(async (on) => run(name, on)));
    await waitForLockWait(database.db, started.length);
  }
  await runner.commitTransaction();
  await runner.release();
  const outcomes = await Promise.allSettled(started);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  // Who chooses after the deletion finds no preset.
  const isRefused = first === 'delete' && second === 'choose';
  expect(failures).toEqual(isRefused ? [expect.objectContaining({ code: 'preset.not_found' })] : []);
  const isDeleted = first === 'delete';
  const expected = isDeleted ? { preset_id: null, hours: 1 } : { preset_id: preset.id, hours: 3 };
  expect(await state()).toEqual(second === 'copy' ? [expected, expected] : [expected]);
});
