import { useAppSelector } from '../../app/hooks.ts';
import { errorSentence, isSignedOutError } from '../../data/apiError.ts';
import '../../data/drafts/drafts.ts';
import { useListAssistantsQuery } from '../../data/assistants/assistantsApi.ts';
import { selectAllAssistants } from '../../data/assistants/assistantsSlice.ts';
import { useListPickerPagesQuery } from '../../data/pages/pagesApi.ts';
import { useListPresetsQuery } from '../../data/presets/presetsApi.ts';
import { searchMatch } from '../../lib/searchMatch.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AssistantCard } from './AssistantCard.tsx';
import { isRunning } from './assistantRules.ts';
import { NewAssistantForm } from './NewAssistantForm.tsx';
import { useExpandedAssistants } from './useExpandedAssistants.ts';
import { useWorkPolling } from './useWorkPolling.ts';

interface AssistantsTabProps {
  search: string;
  expandAssistantId: string | null;
}

export default function AssistantsTab({ search, expandAssistantId }: AssistantsTabProps) {
  const assistants = useAppSelector(selectAllAssistants);
  const list = useListAssistantsQuery(undefined, { pollingInterval: useWorkPolling(assistants.some(isRunning)) });
  const presets = useListPresetsQuery();
  const pages = useListPickerPagesQuery();
  const { isExpanded, toggle } = useExpandedAssistants(assistants, expandAssistantId);

  const shown = assistants.filter(({ name, _id }) => searchMatch(search, name, _id));
  const openWaiting = shown.filter(({ _id, status }) => status === 'waiting' && isExpanded(_id));
  const failures = [
    { query: list, fallback: 'Failed to fetch assistants.' },
    { query: presets, fallback: 'Failed to fetch presets' },
    { query: pages, fallback: 'Failed to fetch pages' },
  ]
    .filter(({ query }) => query.error && !isSignedOutError(query.error))
    .map(({ query, fallback }) => ({ query, sentence: errorSentence(query.error, fallback) }));
  // One cause often fails all three: it is said once, and one press asks for all of them again.
  const sentences = [...new Set(failures.map(({ sentence }) => sentence))];
  const isKnownEmpty = assistants.length === 0 && !list.isLoading && !failures.some(({ query }) => query === list);

  return (
    <section className="u-stack u-gap12" aria-label="Assistants">
      <NewAssistantForm />
      {sentences.map((said) => (
        <ErrorAlert
          key={said}
          message={said}
          onRetry={() => {
            for (const { query, sentence } of failures) if (sentence === said) void query.refetch();
          }}
        />
      ))}
      {list.isLoading && assistants.length === 0 && <Skeleton label="Loading assistants" />}
      {shown.map((assistant) => (
        <AssistantCard
          key={assistant._id}
          assistant={assistant}
          isExpanded={isExpanded(assistant._id)}
          isForced={assistant._id === expandAssistantId}
          takesPagePaste={openWaiting.length === 1 && openWaiting[0] === assistant}
          onToggle={toggle}
        />
      ))}
      {isKnownEmpty && <EmptyState>No assistants found.</EmptyState>}
      {assistants.length > 0 && shown.length === 0 && <EmptyState>No assistants match your search.</EmptyState>}
    </section>
  );
}
