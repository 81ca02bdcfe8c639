import { isDeepStrictEqual } from 'node:util';
import { lockUser } from '../credits/credits.query.ts';
import type { Db } from '../database/statement.ts';
import { Preset } from '../presets/preset.entity.ts';
import { Assistant } from './assistant.entity.ts';
import { addAssistant, lockAssistant } from './assistants.service.ts';
import { copyFlyers } from './flyers.query.ts';

/**
 * Copies an assistant with its rules and all its flyers into a new waiting one, and returns the copy. The flyers share the
 * files of the original, so a copy needs no space of the quota; a file is deleted with its last flyer. A repeated `key` returns
 * the first copy; without a key it is a run of a repeat, which has locked owner and assistant. Must run in a transaction. Throws 404 assistant.not_found, 422 assistant.too_many.
 */
export async function copyAssistant(db: Db, ownerId: string, id: string, key: string | null): Promise<Assistant> {
  if (key !== null) await lockUser(db, [ownerId]);
  const copied = key && (await db.findOneBy(Assistant, { copyOf: id, copyKey: key, ownerId }));
  if (copied) return copied;
  const original = await lockAssistant(db, ownerId, id);
  const { name, postingRules, resetAfterPostsList, screenshotAsFile } = original;
  const copy = await addAssistant(db, ownerId, name, {
    postingRules,
    resetAfterPostsList,
    screenshotAsFile,
    presetId: await presetWithTheseRules(db, original),
    copyOf: id,
    copyKey: key,
    ofRepeat: key === null,
  });
  await copyFlyers(db, [id, copy.id]);
  return copy;
}

/**
 * The original's preset. Null if the preset has got other rules after the original was queued: a waiting assistant has the rules of
 * its preset. The lock of the owner prevents a change of the preset until the copy is visible to it.
 */
async function presetWithTheseRules(db: Db, { presetId, postingRules }: Assistant): Promise<string | null> {
  if (presetId === null) return null;
  const preset = await db.findOneBy(Preset, { id: presetId });
  return isDeepStrictEqual(preset?.rules, postingRules) ? presetId : null;
}
