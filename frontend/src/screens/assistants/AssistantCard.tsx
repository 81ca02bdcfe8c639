import RightOutlined from '@ant-design/icons/RightOutlined';
import { ASSISTANT_STATUS_LABELS } from '@flyerdeck/contracts/assistants.values';
import { statusLabel } from '@flyerdeck/contracts/statusLabel';
import type { Assistant, Repeat } from '@flyerdeck/contracts/types';
import { memo, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { counted } from '../../lib/numbers.ts';
import disclosure from '../../ui/disclosure.module.css';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusChip, statusTone } from '../../ui/StatusChip.tsx';
import { AssistantActions, PauseOrResume } from './AssistantActions.tsx';
import { AssistantProgress } from './AssistantProgress.tsx';
import { displayName, hasRun } from './assistantRules.ts';
import styles from './assistants.module.css';
import { AddToQueue, ForecastBox } from './queueing/ForecastBox.tsx';
import { RepeatSection } from './repeats/RepeatSection.tsx';
import { repeatSentence } from './repeats/repeatSentence.ts';
import { AssistantSettings, useSettingsDraft } from './settings/AssistantSettings.tsx';
import { AssistantTasks } from './tasks/AssistantTasks.tsx';

/** One viewport height, so that content is loaded before it is scrolled into view. */
const ROOT_MARGIN = '100% 0px';

/** Never becomes false again. Of hundreds of expanded assistants only those near the viewport load their details. */
function useWasNearViewport(element: RefObject<Element | null>): boolean {
  const [wasNear, setWasNear] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (wasNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasNear(true);
      },
      { rootMargin: ROOT_MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wasNear, element]);
  return wasNear;
}

interface AssistantCardProps {
  assistant: Assistant;
  isExpanded: boolean;
  isForced: boolean;
  takesPagePaste: boolean;
  onToggle: (assistantId: string) => void;
}

/** Only copies of a template go into the queue, so it says how it is repeated. */
function repeatFact(status: Assistant['status'], repeat: Repeat): string {
  if (status === 'waiting') return `Template. ${repeatSentence(repeat)}`;
  if (repeat.next_at === null) return '';
  return repeat.is_paused ? 'Repeat paused' : 'Repeats';
}

/** One assistant: a line with its status and, when expanded, its panel. Memoized, because the list may be long. */
export const AssistantCard = memo(function AssistantCard({
  assistant,
  isExpanded,
  isForced,
  takesPagePaste,
  onToggle,
}: AssistantCardProps) {
  const draft = useSettingsDraft(assistant);
  const isWaiting = assistant.status === 'waiting';
  const headingId = useId();
  const panelId = useId();

  const card = useRef<HTMLElement>(null);
  const wasNearViewport = useWasNearViewport(card);
  useEffect(() => {
    if (!isForced || !card.current) return;
    card.current.scrollIntoView({ block: 'start' });
  }, [isForced]);

  return (
    <article ref={card} className={`u-card ${styles.assistant}`} aria-labelledby={headingId}>
      <div className="u-row" style={{ gap: '0 16px', paddingInlineEnd: 16 }}>
        <h2 className="u-flush u-shrink" style={{ flex: '1 1 240px', fontSize: 15 }}>
          <button
            type="button"
            className={`${disclosure.toggle} u-gap12`}
            style={{ minHeight: 48, borderRadius: 'var(--fd-radius)' }}
            aria-expanded={isExpanded}
            aria-controls={isExpanded ? panelId : undefined}
            onClick={() => onToggle(assistant._id)}
          >
            <RightOutlined aria-hidden className={disclosure.arrow} />
            <span id={headingId} className="u-shrink u-break">
              {displayName(draft.settings)}
            </span>
          </button>
        </h2>
        <div className={`u-row u-muted u-small u-tabular ${styles.assistantCardFacts}`}>
          <StatusChip tone={statusTone(assistant.status)}>
            {statusLabel(ASSISTANT_STATUS_LABELS, assistant.status)}
          </StatusChip>
          {assistant.pause_reason === 'insufficient_credits' && <span>Out of credits</span>}
          {assistant.repeat && <span>{repeatFact(assistant.status, assistant.repeat)}</span>}
          <span>{counted(assistant.active_task_count, 'flyer')}</span>
          <RelativeTime word="Updated" at={assistant.updatedAt} />
          <PauseOrResume assistant={assistant} />
        </div>
      </div>
      {isExpanded && (
        <div
          id={panelId}
          className={`u-padded ${wasNearViewport ? '' : styles.placeholder}`}
          style={{ borderTop: '1px solid var(--fd-border)' }}
        >
          {wasNearViewport && (
            <>
              {!isWaiting && <AssistantProgress assistant={assistant} />}
              <div className={`u-stack u-gap24 ${styles.assistantPanel}`}>
                <div className={`u-stack u-shrink ${styles.column}`}>
                  <AssistantTasks assistant={assistant} takesPagePaste={takesPagePaste} />
                </div>
                <div className={`u-stack u-shrink ${styles.column}`}>
                  <AssistantSettings draft={draft} isQueued={!isWaiting} />
                  {isWaiting && <ForecastBox assistant={assistant} hasUnsavedEdits={draft.hasUnsaved} />}
                  {(hasRun(assistant) || assistant.repeat) && <RepeatSection assistant={assistant} />}
                  <AssistantActions assistant={assistant} />
                </div>
              </div>
              <AddToQueue assistant={assistant} draft={draft} />
            </>
          )}
        </div>
      )}
    </article>
  );
});
