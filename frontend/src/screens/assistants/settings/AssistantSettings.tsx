import CheckOutlined from '@ant-design/icons/CheckOutlined';
import { MAX_NAME_LENGTH } from '@flyerdeck/contracts/endpoint.values';
import type { Assistant, AssistantUpdate, PostingRules, Preset } from '@flyerdeck/contracts/types';
import { Button, Switch } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts';
import { hasUnsaved, newerOf, phaseOf, unsavedOf } from '../../../data/drafts/draft.ts';
import { draftEdited, saveRequested, selectSettingsDraft, settingsKey } from '../../../data/drafts/draftsSlice.ts';
import { selectAllTags, selectPickerPages } from '../../../data/pages/pagesSlice.ts';
import { selectAllPresets } from '../../../data/presets/presetsSlice.ts';
import { changedFields, sameJson } from '../../../lib/compare.ts';
import { formatWeekdayDateTime } from '../../../lib/formatDate.ts';
import { formatResetList, parseResetList } from '../../../lib/numbers.ts';
import { InputField, SelectField } from '../../../ui/fields.tsx';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { RulesFields } from '../../../ui/RulesFields.tsx';
import { failureText } from '../assistantRules.ts';
import styles from '../assistants.module.css';

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
    settings: {
      ...assistant,
      name: unsaved.name ?? stored.name,
      posting_rules: rules,
      reset_after_posts_list: unsaved.reset_after_posts_list ?? stored.reset_after_posts_list,
      screenshot_as_file: unsaved.screenshot_as_file ?? stored.screenshot_as_file,
      starts_at: unsaved.starts_at === undefined ? stored.starts_at : unsaved.starts_at,
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
    startAtOnce: () => save({ starts_at: null }),
    saveNow: () => dispatch(saveRequested({ keys: [key] })),
  };
}

const CUSTOM = '';

/** The spec's message for a failed save (section 8); it depends on the saved fields. */
function failureMessage({ preset_id, posting_rules }: AssistantUpdate): string {
  if (preset_id) return 'Failed to apply preset';
  // Editing a rule also clears the preset. Switching to Custom clears only the preset.
  if (preset_id === null && !posting_rules) return 'Failed to switch to custom mode';
  return 'Failed to save settings';
}

/** Of a queued assistant they are folded. */
function Rules({ isQueued, children }: { readonly isQueued: boolean; readonly children: ReactNode }) {
  if (!isQueued) return children;
  return (
    <details>
      <summary className={`u-fine ${styles.summary}`}>
        Rules, which apply to nothing that is in the queue by now
      </summary>
      <div className="u-stack u-gap16 u-above8">{children}</div>
    </details>
  );
}

export function AssistantSettings({ draft, isQueued }: { draft: SettingsDraft; isQueued: boolean }) {
  const pages = useAppSelector(selectPickerPages);
  const tags = useAppSelector(selectAllTags);
  const presets = useAppSelector(selectAllPresets);
  const switchId = useId();
  // The typed list until the field loses the focus or another list is stored, then the parsed one.
  const [typedList, setTypedList] = useState<string | null>(null);
  const { settings, phase, failure, hasUnsaved } = draft;
  const { selected_preset_id: presetId, selected_preset_name: presetName, reset_after_posts_list: list } = settings;

  const chooseMode = (value: string) => {
    const preset = presets.find((one) => one.id === value);
    if (preset) draft.choosePreset(preset);
    else if (value === CUSTOM) draft.chooseCustom();
  };
  const typeList = (text: string) => {
    setTypedList(text);
    const parsed = parseResetList(text);
    if (!sameJson(parsed, list)) draft.changeResetList(parsed);
  };

  return (
    <section className="u-stack u-relative u-gap16">
      <p className={`u-muted u-small u-flush ${styles.note}`} role="status">
        {phase === 'saving' && 'Saving...'}
        {phase === 'saved' && (
          <span className="u-success u-strong">
            <CheckOutlined aria-hidden /> Saved
          </span>
        )}
      </p>
      {failure && (
        <ErrorAlert
          message={failureText(failureMessage(failure.patch), failure.error)}
          {...(hasUnsaved ? { onRetry: draft.saveNow } : {})}
        />
      )}
      <InputField
        label="Name"
        placeholder="(Unnamed Assistant)"
        maxLength={MAX_NAME_LENGTH}
        value={settings.name}
        onChange={draft.rename}
      />
      <Rules isQueued={isQueued}>
        <SelectField
          label="Rule mode"
          value={presetId ?? CUSTOM}
          options={[
            [CUSTOM, 'Custom'],
            ...(presetId && !presets.some(({ id }) => id === presetId)
              ? [[presetId, presetName || 'Preset'] as const]
              : []),
            ...presets.map(({ id, name }) => [id, name] as const),
          ]}
          onChange={chooseMode}
        />
        {settings.starts_at && !isQueued && (
          <p className="u-row u-gap8 u-flush">
            Starts {formatWeekdayDateTime(settings.starts_at)}
            <Button size="small" onClick={draft.startAtOnce}>
              Start at once
            </Button>
          </p>
        )}
        <RulesFields rules={settings.posting_rules} pages={pages} tags={tags} onChange={draft.changeRules} />
        <InputField
          label="Reset timer after posts"
          hint="The delays start anew after so many flyers, then after so many more."
          placeholder="example 10,5,20"
          value={typedList !== null && sameJson(parseResetList(typedList), list) ? typedList : formatResetList(list)}
          onChange={typeList}
          onBlur={() => {
            setTypedList(null);
            draft.saveNow();
          }}
        />
      </Rules>
      <div className="u-line u-gap10">
        <Switch id={switchId} checked={settings.screenshot_as_file} onChange={draft.setScreenshotAsFile} />
        <label htmlFor={switchId}>Send screenshots as files</label>
      </div>
    </section>
  );
}
