import type { Assistant, AssistantUpdate, PostingRules, Preset } from '@flyerdeck/contracts/types';
import { useSyncExternalStore } from 'react';
import type { AutosaveState } from '../drafts/Autosave.ts';
import type { SettingsAutosave } from '../drafts/assistantDrafts.ts';
import { draftSettings } from './draftSettings.ts';

export interface SettingsDraft {
  /** The assistant with the person's edits laid over it. */
  readonly settings: Assistant;
  readonly state: AutosaveState<AssistantUpdate, Assistant>;
  rename(name: string): void;
  changeRules(rules: PostingRules): void;
  changeResetList(posts: number[]): void;
  choosePreset(preset: Preset): void;
  chooseCustom(): void;
  setScreenshotAsFile(asFile: boolean): void;
  flush(): Promise<boolean>;
}

/** The editing rules of spec section 4, 'Rule mode and autosave'. */
export function useSettingsDraft(assistant: Assistant, autosave: SettingsAutosave): SettingsDraft {
  const state = useSyncExternalStore(autosave.subscribe, autosave.getState);

  return {
    settings: draftSettings(assistant, state.lastAnswer, state.unsaved),
    state,
    rename: (name) => autosave.edit({ name }),
    changeRules: (posting_rules) => autosave.edit({ posting_rules, preset_id: null, preset_name: null }),
    changeResetList: (posts) => autosave.edit({ reset_after_posts_list: posts }),
    choosePreset: (preset) =>
      void autosave.saveNow({ posting_rules: preset.rules, preset_id: preset.id, preset_name: preset.name }),
    chooseCustom: () => void autosave.saveNow({ preset_id: null, preset_name: null }),
    setScreenshotAsFile: (screenshot_as_file) => void autosave.saveNow({ screenshot_as_file }),
    flush: autosave.flush.bind(autosave),
  };
}
