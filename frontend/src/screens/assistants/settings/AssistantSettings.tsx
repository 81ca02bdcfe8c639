import { MAX_NAME_LENGTH } from '@flyerdeck/contracts/values/schema';
import { Switch } from 'antd';
import { useId } from 'react';
import { useAppSelector } from '../../../app/hooks.ts';
import { selectAllTags, selectPickerPages } from '../../../data/pages/pagesSlice.ts';
import fields from '../../../ui/fields.module.css';
import { InputField } from '../../../ui/LabelledFields.tsx';
import { RulesFields } from '../../../ui/RulesFields.tsx';
import { AutosaveNote } from './AutosaveNote.tsx';
import { ResetListField } from './ResetListField.tsx';
import { RuleModeSelect } from './RuleModeSelect.tsx';
import type { SettingsDraft } from './useSettingsDraft.ts';

interface AssistantSettingsProps {
  draft: SettingsDraft;
  isQueued: boolean;
}

/** The settings panel. Changes are saved automatically (spec section 4, 'Rule mode and autosave'). */
export function AssistantSettings({ draft, isQueued }: AssistantSettingsProps) {
  const pages = useAppSelector(selectPickerPages);
  const tags = useAppSelector(selectAllTags);
  const switchId = useId();
  const { settings } = draft;

  return (
    // Relative, for the note in the corner.
    <section className="u-stack u-relative u-gap16">
      <AutosaveNote draft={draft} />
      <InputField
        label="Name"
        placeholder="(Unnamed Assistant)"
        maxLength={MAX_NAME_LENGTH}
        value={settings.name}
        onChange={draft.rename}
      />
      <RuleModeSelect draft={draft} />
      {isQueued && (
        <p className={fields.hint}>Already queued: new rules apply to nothing that is in the queue by now.</p>
      )}
      <RulesFields rules={settings.posting_rules} pages={pages} tags={tags} onChange={draft.changeRules} />
      <ResetListField draft={draft} />
      <div className="u-line u-gap10">
        <Switch id={switchId} checked={settings.screenshot_as_file} onChange={draft.setScreenshotAsFile} />
        <label htmlFor={switchId}>Send screenshots as files</label>
      </div>
    </section>
  );
}
