import type { PostingRules } from '@flyerdeck/contracts';
import { buildAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { inTransaction } from '../../database/transaction.ts';
import { addPreset, listPresetsOf, removePreset } from './presets.service.ts';

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
