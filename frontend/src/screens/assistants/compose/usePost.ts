import { NO_RULES } from '@flyerdeck/contracts/assistants.values';
import type { AssistantUpdate, PostingRules, Preset } from '@flyerdeck/contracts/types';
import { useEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts';
import {
  selectAssistantById,
  useCreateAssistantMutation,
  useDeleteAssistantMutation,
  useListAssistantsQuery,
} from '../../../data/assistants/assistantsSlice.ts';
import { draftEdited, settingsKey } from '../../../data/drafts/draftsSlice.ts';
import { addFlyers } from '../../../data/drafts/draftThunks.ts';
import { selectPickerPages } from '../../../data/pages/pagesSlice.ts';
import { selectAssistantTasks } from '../../../data/tasks/tasksSlice.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { changedFields } from '../../../lib/compare.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { useFlyerSources } from '../flyers/FlyersEditor.tsx';

type Settings = Required<Pick<AssistantUpdate, 'preset_id' | 'preset_name' | 'starts_at'>> & {
  readonly posting_rules: PostingRules;
};

const NO_ID = '';

/** The only page of an account is the target of a new post. */
function initialSettings(pages: readonly { readonly id: string }[]): Settings {
  const rules = pages.length === 1 ? { ...NO_RULES, target_pages: pages.map(({ id }) => id) } : NO_RULES;
  return { posting_rules: rules, preset_id: null, preset_name: null, starts_at: null };
}

/** Becomes a waiting assistant with the first image, so that a failure or a closed window leaves it in the Assistants tab. */
export type Post = ReturnType<typeof usePost>;

export function usePost() {
  const dispatch = useAppDispatch();
  const pages = useAppSelector(selectPickerPages);
  // Its answer has what forecasts depend on: the number of flyers and the time of the last change.
  useListAssistantsQuery();
  const [id, setId] = useUiState('newPost.id', NO_ID);
  const [edited, setEdited] = useUiState<Settings | null>('newPost.settings', null);
  const [create, { error: createError }] = useCreateAssistantMutation();
  const [remove] = useDeleteAssistantMutation();
  const creation = useRef<Promise<string | null>>(null);
  const refusedFiles = useRef<File[]>([]);
  const assistant = useAppSelector((state) => selectAssistantById(state, id));
  const tasks = useAppSelector((state) => selectAssistantTasks(state, id, 'active'));
  const flyers = useFlyerSources({ id, tasks });
  const settings = edited ?? initialSettings(pages);

  const send = (assistantId: string, patch: AssistantUpdate) =>
    dispatch(draftEdited({ key: settingsKey(assistantId), patch }));
  const change = (next: Settings) => {
    setEdited(next);
    if (id === NO_ID) return;
    send(id, { ...next, posting_rules: changedFields(settings.posting_rules, next.posting_rules) });
  };

  // An assistant that is made after the dialog was closed is saved too, but is not the post of the next dialog.
  const latest = useRef(settings);
  const isOpen = useRef(false);
  useEffect(() => {
    latest.current = settings;
  });
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  /** One assistant, also when files are added several times before the server has answered. */
  const createOnce = () => {
    creation.current ??= create({ body: { name: `Post, ${formatDateTime(new Date().toISOString())}` } }).then(
      ({ data }) => {
        if (!data) return null;
        // What was chosen before the assistant existed.
        send(data._id, latest.current);
        if (isOpen.current) setId(data._id);
        return data._id;
      },
    );
    return creation.current;
  };
  const addFiles = async (files: readonly File[]) => {
    const created = await createOnce();
    const all = [...refusedFiles.current, ...files];
    refusedFiles.current = created === null ? all : [];
    if (created === null) {
      creation.current = null;
      return;
    }
    dispatch(addFlyers(created, all));
  };

  return {
    id,
    assistant,
    tasks,
    flyers,
    rules: settings.posting_rules,
    presetId: settings.preset_id,
    startsAt: settings.starts_at,
    changeRules: (posting_rules: PostingRules) =>
      change({ ...settings, posting_rules, preset_id: null, preset_name: null }),
    choosePreset: ({ id: preset_id, name: preset_name, rules: posting_rules }: Preset) => {
      const starts_at = posting_rules.start_delay_hours > 0 ? null : settings.starts_at;
      change({ posting_rules, preset_id, preset_name, starts_at });
    },
    /** At a clock time, or after so many hours. */
    startAt: (starts_at: string | null, start_delay_hours: number) => {
      const hasDelay = settings.posting_rules.start_delay_hours === start_delay_hours;
      const custom = {
        posting_rules: { ...settings.posting_rules, start_delay_hours },
        preset_id: null,
        preset_name: null,
      };
      change({ ...settings, ...(!hasDelay && custom), starts_at });
    },
    addFiles,
    createError,
    retryCreation: () => void addFiles(refusedFiles.current.splice(0)),
    discard: () => {
      if (assistant) void remove({ id });
    },
    beginAnother: () => {
      creation.current = null;
      setId(NO_ID);
    },
  };
}
