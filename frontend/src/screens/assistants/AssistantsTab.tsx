import type { Assistant } from '@flyerdeck/contracts/types';
import { useAppSelector } from '../../app/hooks.ts';
import { failureSentence } from '../../data/apiError.ts';
import { useListAssistantsQuery } from '../../data/assistants/assistantsApi.ts';
import { selectAllAssistants } from '../../data/assistants/assistantsSlice.ts';
import { useListPickerPagesQuery } from '../../data/pages/pagesApi.ts';
import { useListPresetsQuery } from '../../data/presets/presetsApi.ts';
import { searchMatch } from '../../lib/compare.ts';
import { EmptyState, ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { AssistantCard } from './AssistantCard.tsx';
import { pollingFor } from './assistantRules.ts';
import { NewAssistantForm } from './NewAssistantForm.tsx';
import { useExpandedAssistants } from './useExpandedAssistants.ts';

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
