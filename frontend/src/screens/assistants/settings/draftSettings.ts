import type { Assistant, AssistantUpdate } from '@flyerdeck/contracts/types';

/**
 * The settings as the person sees them: what is stored, under what they have edited since.
 * A list that was asked for before a save may answer after it, so the newer of the two stands for what is stored.
 */
export function draftSettings(listed: Assistant, lastAnswer: Assistant | null, unsaved: AssistantUpdate): Assistant {
  const stored = lastAnswer && Date.parse(lastAnswer.updatedAt) > Date.parse(listed.updatedAt) ? lastAnswer : listed;
  return {
    ...listed,
    name: unsaved.name ?? stored.name,
    posting_rules: unsaved.posting_rules ?? stored.posting_rules,
    reset_after_posts_list: unsaved.reset_after_posts_list ?? stored.reset_after_posts_list,
    screenshot_as_file: unsaved.screenshot_as_file ?? stored.screenshot_as_file,
    selected_preset_id: unsaved.preset_id === undefined ? stored.selected_preset_id : unsaved.preset_id,
    selected_preset_name: unsaved.preset_name === undefined ? stored.selected_preset_name : unsaved.preset_name,
  };
}
