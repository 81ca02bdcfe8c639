import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { MAX_NAME_LENGTH } from '@flyerdeck/contracts/endpoint.values';
import type { Assistant } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { type FormEvent, useCallback, useLayoutEffect } from 'react';
import { useAppSelector } from '../../app/hooks.ts';
import { failureSentence } from '../../data/apiError.ts';
import {
  selectAllAssistants,
  useCreateAssistantMutation,
  useListAssistantsQuery,
} from '../../data/assistants/assistantsSlice.ts';
import { useListPickerPagesQuery } from '../../data/pages/pagesApi.ts';
import { useListPresetsQuery } from '../../data/presets/presetsSlice.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { searchMatch } from '../../lib/compare.ts';
import fields from '../../ui/fields.module.css';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { EmptyState, ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { AssistantCard } from './AssistantCard.tsx';
import { failureText, pollingFor } from './assistantRules.ts';

const SheetDialog = lazyPart(() => import('./sheet/SheetDialog.tsx'));

const NONE: Readonly<Record<string, boolean>> = {};

/** An assistant stays expanded when it is queued, so that its panel does not close during use. */
function useExpandedAssistants(assistants: readonly Assistant[], forcedId: string | null) {
  const [open, setOpen] = useUiState('expandedAssistants', NONE);
  const toggle = useCallback((id: string) => setOpen((before) => ({ ...before, [id]: !before[id] })), [setOpen]);

  // Before the paint: the panels of the first render are the final ones.
  useLayoutEffect(() => {
    if (!assistants.some(({ _id }) => !(_id in open))) return;
    const firstSeen = Object.fromEntries(assistants.map(({ _id, status }) => [_id, status === 'waiting']));
    setOpen((before) => ({ ...firstSeen, ...before }));
  }, [assistants, open, setOpen]);
  useLayoutEffect(() => {
    if (forcedId !== null) setOpen((before) => ({ ...before, [forcedId]: true }));
  }, [forcedId, setOpen]);

  return { isExpanded: (id: string) => open[id] ?? false, toggle };
}

interface AssistantsTabProps {
  search: string;
  expandAssistantId: string | null;
}

export default function AssistantsTab({ search, expandAssistantId }: AssistantsTabProps) {
  const assistants = useAppSelector(selectAllAssistants);
  const list = useListAssistantsQuery(undefined, pollingFor(assistants));
  const presets = useListPresetsQuery();
  const pages = useListPickerPagesQuery();
  const { isExpanded, toggle } = useExpandedAssistants(assistants, expandAssistantId);

  const isForced = ({ _id }: Assistant) => _id === expandAssistantId;
  // The one that the URL names is the first: the panels above it would move it while they load.
  const shown = assistants
    .filter(({ name, _id }) => searchMatch(search, name, _id))
    .sort((a, b) => Number(isForced(b)) - Number(isForced(a)));
  const openWaiting = shown.filter(({ _id, status }) => status === 'waiting' && isExpanded(_id));
  const listFailure = failureSentence(list.error, 'Failed to fetch assistants.');
  const queries = [
    { failure: listFailure, refetch: list.refetch },
    { failure: failureSentence(presets.error, 'Failed to fetch presets'), refetch: presets.refetch },
    { failure: failureSentence(pages.error, 'Failed to fetch pages'), refetch: pages.refetch },
  ];
  // One cause often fails all three queries: equal messages are shown once, and one retry reloads all of them.
  const failures = [...new Set(queries.map(({ failure }) => failure))].filter((failure) => failure !== null);

  return (
    <section className="u-stack u-gap12" aria-label="Assistants">
      <NewAssistantForm />
      {failures.map((sentence) => (
        <ErrorAlert
          key={sentence}
          message={sentence}
          onRetry={() => {
            for (const { failure, refetch } of queries) if (failure === sentence) void refetch();
          }}
        />
      ))}
      {list.isLoading && assistants.length === 0 && <Skeleton label="Loading assistants" />}
      {shown.map((assistant) => (
        <AssistantCard
          key={assistant._id}
          assistant={assistant}
          isExpanded={isExpanded(assistant._id)}
          isForced={isForced(assistant)}
          takesPagePaste={openWaiting.length === 1 && openWaiting[0] === assistant}
          onToggle={toggle}
        />
      ))}
      {assistants.length === 0 && !list.isLoading && !listFailure && <EmptyState>No assistants found.</EmptyState>}
      {assistants.length > 0 && shown.length === 0 && <EmptyState>No assistants match your search.</EmptyState>}
    </section>
  );
}

function NewAssistantForm() {
  const [name, setName] = useUiState('newAssistant', '');
  const [create, { isLoading, error }] = useCreateAssistantMutation();
  const [hasSheet, setHasSheet] = useUiState('sheet', false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    const result = await create({ body: trimmed ? { name: trimmed } : {} });
    if (!result.error) setName('');
  };

  return (
    <form className="u-row u-gap8" onSubmit={(event) => void submit(event)}>
      <input
        className={fields.input}
        style={{ flex: '1 1 160px', maxWidth: 280 }}
        aria-label="Name of the new assistant"
        placeholder="Name (optional)"
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="primary" htmlType="submit" icon={<PlusOutlined aria-hidden />} disabled={isLoading}>
        New assistant
      </Button>
      <Button onClick={() => setHasSheet(true)}>Flyers by sheet</Button>
      {hasSheet && <SheetDialog onClosed={() => setHasSheet(false)} />}
      {error && (
        <div className="u-full">
          <ErrorAlert message={failureText('Failed to create assistant.', error)} />
        </div>
      )}
    </form>
  );
}
