import type { Assistant, AssistantUpdate, PostingRules, Preset } from '@flyerdeck/contracts/types';
import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts';
import { hasUnsaved, newerOf, phaseOf, unsavedOf } from '../../../data/drafts/draft.ts';
import { draftEdited, saveRequested, selectSettingsDraft, settingsKey } from '../../../data/drafts/draftsSlice.ts';
import { changedFields } from '../../../lib/compare.ts';

export type SettingsDraft = ReturnType<typeof useSettingsDraft>;

/** The editing rules of spec section 4, 'Rule mode and autosave'. */
export function useSettingsDraft(assistant: Assistant) {
  const dispatch = useAppDispatch();
  const key = settingsKey(assistant._id);
  const draft = useAppSelector((state) => selectSettingsDraft(state, assistant._id));
  const unsaved = unsavedOf(draft);
  const stored = newerOf(assistant, draft);
  const rules = { ...stored.posting_rules, ...unsaved.posting_rules };
  const edit = (patch: AssistantUpdate) => dispatch(draftEdited({ key, patch }));
  const save = (patch: AssistantUpdate) => dispatch(draftEdited({ key, patch, isUrgent: true }));

  return {
    /** The assistant with the user's unsaved edits. */
    settings: {
      ...assistant,
      name: unsaved.name ?? stored.name,
      posting_rules: rules,
      reset_after_posts_list: unsaved.reset_after_posts_list ?? stored.reset_after_posts_list,
      screenshot_as_file: unsaved.screenshot_as_file ?? stored.screenshot_as_file,
      selected_preset_id: unsaved.preset_id === undefined ? stored.selected_preset_id : unsaved.preset_id,
      selected_preset_name: unsaved.preset_name === undefined ? stored.selected_preset_name : unsaved.preset_name,
    },
    hasUnsaved: hasUnsaved(draft),
    phase: phaseOf(draft),
    failure: draft?.failure ?? null,
    rename: (name: string) => edit({ name }),
    changeRules: (changed: PostingRules) =>
      edit({ posting_rules: changedFields(rules, changed), preset_id: null, preset_name: null }),
    changeResetList: (posts: number[]) => edit({ reset_after_posts_list: posts }),
    choosePreset: (preset: Preset) =>
      save({ posting_rules: preset.rules, preset_id: preset.id, preset_name: preset.name }),
    chooseCustom: () => save({ preset_id: null, preset_name: null }),
    setScreenshotAsFile: (screenshot_as_file: boolean) => save({ screenshot_as_file }),
    saveNow: () => dispatch(saveRequested({ keys: [key] })),
  };
}
