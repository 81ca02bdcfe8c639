import { MAX_PRESETS_PER_USER, type PostingRules, type PresetBody, type PresetUpdate } from '@flyerdeck/contracts';
import { lockUser } from '../../credits/credits.query.ts';
import type { Db } from '../../database/statement.ts';
import { refuseBadTargets } from '../../pages/targets.ts';
import { notFound, unprocessable } from '../../server/http/errors.ts';
import { Preset } from './preset.entity.ts';

interface OwnPreset {
  readonly ownerId: string;
  readonly presetId: string;
}

export type ApplyRules = (db: Db, presetId: string, rules: PostingRules) => Promise<void>;

const alphabet = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
/* Calls that choose, replace, copy or delete a preset lock its owner first, and then its assistants, so that no change misses one. */
const presetNotFound = () => notFound('preset.not_found', 'This preset does not exist.');

export async function listPresetsOf(db: Db, ownerId: string): Promise<Preset[]> {
  const presets = await db.findBy(Preset, { ownerId });
  return presets.sort((a, b) => alphabet.compare(a.name, b.name) || a.createdAt.getTime() - b.createdAt.getTime());
}

export async function addPreset(
  db: Db,
  { ownerId, name, rules }: PresetBody & { readonly ownerId: string },
): Promise<Preset> {
  await lockUser(db, [ownerId]);
  if ((await db.countBy(Preset, { ownerId })) >= MAX_PRESETS_PER_USER) {
    throw unprocessable('preset.too_many', `There can be at most ${MAX_PRESETS_PER_USER} presets. Delete one first.`);
  }
  await refuseBadTargets(db, ownerId, rules);
  return db.save(db.create(Preset, { ownerId, name: name.trim(), rules }));
}

/** Also changes the waiting assistants that use it. */
export async function updatePreset(
  db: Db,
  { ownerId, presetId, name, rules }: OwnPreset & PresetUpdate,
  applyRules: ApplyRules,
): Promise<Preset> {
  await lockUser(db, [ownerId]);
  const preset = await db.findOneBy(Preset, { id: presetId, ownerId });
  if (!preset) throw presetNotFound();
  if (name !== undefined) preset.name = name.trim();
  if (rules !== undefined) {
    await refuseBadTargets(db, ownerId, rules);
    preset.rules = { ...preset.rules, ...rules };
    await applyRules(db, presetId, preset.rules);
  }
  return db.save(preset);
}

/** Assistants that used it keep its rules. */
export async function removePreset(db: Db, { ownerId, presetId }: OwnPreset): Promise<void> {
  await lockUser(db, [ownerId]);
  const { affected } = await db.delete(Preset, { id: presetId, ownerId });
  if (!affected) throw presetNotFound();
}
