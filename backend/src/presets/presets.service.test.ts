import type { PostingRules } from '@flyerdeck/contracts';
import { buildAssistant, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { applyPresetRules } from '../assistants/assistants.service.ts';
import { inTransaction } from '../database/transaction.ts';
import { addPreset, listPresetsOf, removePreset, replacePreset } from './presets.service.ts';

const database = useTestDatabase();

const rules = (startDelayHours: number): PostingRules => ({
  target_pages: [],
  target_tags: ['vip'],
  start_delay_hours: startDelayHours,
  delay_between_tasks_hours: 2,
  duplication_time_hours: 0,
});
const add = (ownerId: string, name = 'Preset', startDelayHours = 1) =>
  inTransaction(database.db, (db) => addPreset(db, { ownerId, name, rules: rules(startDelayHours) }));
const setPreset = (assistantId: string, presetId: string, more = '') =>
  database.db.query(`UPDATE assistants SET preset_id = $2 ${more} WHERE id = $1`, [assistantId, presetId]);
const assistant = async (id: string): Promise<{ preset_id: string | null; delay: number }> => {
  const [row] = await database.db.query(
    "SELECT preset_id, (posting_rules->>'start_delay_hours')::int AS delay FROM assistants WHERE id = $1",
    [id],
  );
  return row;
};

describe('presets', () => {
  it("are listed by name, ignoring case, only the owner's own", async () => {
    const [owner, stranger] = [await buildUser(database.db), await buildUser(database.db)];
    for (const name of ['week 10', 'Beta', 'alpha', ' Week 9 ']) await add(owner.id, name);
    await add(stranger.id, 'Foreign');
    const listed = await listPresetsOf(database.db, owner.id);
    expect(listed.map(({ name }) => name)).toEqual(['alpha', 'Beta', 'Week 9', 'week 10']);
    expect(listed[0]).toMatchObject({ rules: rules(1), createdAt: expect.any(Date), id: expect.any(String) });
  });

  it('change their name and rules, also in waiting assistants with this preset', async () => {
    const owner = await buildUser(database.db);
    const preset = await add(owner.id);
    const [waiting, queued, deleted, custom] = await Promise.all(
      Array.from({ length: 4 }, () => buildAssistant(database.db, owner.id)),
    );
    if (!waiting || !queued || !deleted || !custom) throw new Error('four assistants are needed');
    await setPreset(waiting.id, preset.id);
    await setPreset(queued.id, preset.id, ', queued_at = now()');
    await setPreset(deleted.id, preset.id, ', deleted_at = now()');
    const replaced = await inTransaction(database.db, (db) =>
      replacePreset(
        db,
        { ownerId: owner.id, presetId: preset.id, name: ' Renamed ', rules: rules(7) },
        applyPresetRules,
      ),
    );
    expect(replaced).toMatchObject({ id: preset.id, name: 'Renamed', rules: rules(7), createdAt: preset.createdAt });
    expect(await listPresetsOf(database.db, owner.id)).toEqual([replaced]);
    expect((await assistant(waiting.id)).delay).toBe(7);
    for (const { id } of [queued, deleted, custom]) expect((await assistant(id)).delay).toBe(0);
  });

  it('leave their rules to their assistants as Custom when they are deleted', async () => {
    const owner = await buildUser(database.db);
    const preset = await add(owner.id);
    const { id } = await buildAssistant(database.db, owner.id, { rules: rules(4) });
    await setPreset(id, preset.id);
    await removePreset(database.db, { ownerId: owner.id, presetId: preset.id });
    expect(await assistant(id)).toEqual({ preset_id: null, delay: 4 });
    expect(await listPresetsOf(database.db, owner.id)).toEqual([]);
  });
});
