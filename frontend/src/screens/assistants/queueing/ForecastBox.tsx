import { REPEATED_IMAGE_DAYS, SITE_TEXT_LENGTH } from '@flyerdeck/contracts/assistants.values';
import type { Assistant, Forecast, ForecastWarning } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { useAppDispatch } from '../../../app/hooks.ts';
import { failureSentence, isSignedOutError } from '../../../data/apiError.ts';
import {
  useAddToQueueMutation,
  useForecastAssistantQuery,
  useGetListedWordsQuery,
  useSetListedWordsMutation,
} from '../../../data/assistants/assistantsSlice.ts';
import { saveDrafts } from '../../../data/drafts/draftThunks.ts';
import { groupBy } from '../../../lib/compare.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { counted, formatNumber } from '../../../lib/numbers.ts';
import fields from '../../../ui/fields.module.css';
import { ErrorAlert, SuccessNote } from '../../../ui/notices.tsx';
import { Terms } from '../../../ui/Terms.tsx';
import { addToQueueObstacle, failureText } from '../assistantRules.ts';
import styles from '../assistants.module.css';
import type { SettingsDraft } from '../settings/AssistantSettings.tsx';

const MAX_NUMBERS = 6;

/** 'Flyer 3', 'Flyers 3, 4, 9', 'Flyers 1, 2, 3, 4, 5, 6 and 20 more' */
function flyersText(flyers: readonly number[]): string {
  const more = flyers.length - MAX_NUMBERS;
  const shown = flyers.slice(0, MAX_NUMBERS).join(', ');
  return `Flyer${flyers.length === 1 ? '' : 's'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

const MAX_SHOWN = 10;

function warningText({ kind, pages, word }: ForecastWarning): string {
  switch (kind) {
    case 'repeated_image':
      return `${counted(pages, 'page')} had this image in the last ${REPEATED_IMAGE_DAYS} days, or will have it.`;
    case 'long_text':
      return `the text is longer than the site's ${formatNumber(SITE_TEXT_LENGTH)} characters.`;
    case 'listed_word':
      return `the text contains "${word}".`;
  }
}

/** What may be unwanted about the flyers. Nothing is changed because of it. */
function ForecastWarnings({ warnings }: { readonly warnings: readonly ForecastWarning[] }) {
  const texts = [...groupBy(warnings, warningText)].map(
    ([text, alike]) => `${flyersText(alike.map(({ flyer }) => flyer))}: ${text}`,
  );
  if (texts.length === 0) return null;
  const more = texts.length - MAX_SHOWN;
  return (
    <ul className="u-list u-notice u-tone u-grid u-gap4" data-tone="warning" aria-label="Warnings">
      {texts.slice(0, MAX_SHOWN).map((text) => (
        <li key={text} className="u-break">
          {text}
        </li>
      ))}
      {more > 0 && <li>And {counted(more, 'more warning')}.</li>}
    </ul>
  );
}

const factsOf = (forecast: Forecast) => [
  ['Pages', forecast.pages.toLocaleString()] as const,
  ...(forecast.offline_pages > 0 ? [['Once online', forecast.offline_pages.toLocaleString()] as const] : []),
  ['Postings', forecast.postings.toLocaleString()] as const,
  ['Credits needed', forecast.credits_needed.toLocaleString()] as const,
  ['Your balance', forecast.credits_balance.toLocaleString()] as const,
  ...(forecast.first_at ? [['First post', formatDateTime(forecast.first_at)] as const] : []),
  ...(forecast.last_at
    ? [['Last post', `${forecast.is_last_known ? '' : 'after '}${formatDateTime(forecast.last_at)}`] as const]
    : []),
];

export function ForecastBox({ assistant, hasUnsavedEdits }: { assistant: Assistant; hasUnsavedEdits: boolean }) {
  const version = `${assistant.updatedAt} ${assistant.active_task_count}`;
  const query = useForecastAssistantQuery({ id: assistant._id, version });
  const { data: forecast, error, isFetching, refetch } = query;
  const titleId = useId();
  if (error && !isSignedOutError(error)) {
    return <ErrorAlert message={failureText('Failed to load the forecast.', error)} onRetry={refetch} />;
  }
  const isOutdated = hasUnsavedEdits || isFetching;
  return (
    <figure className={`u-grid u-flush u-gap8 ${styles.box}`} aria-labelledby={titleId} aria-busy={isOutdated}>
      <figcaption className="u-top u-spread u-gap12">
        <span id={titleId} className="u-fine u-strong">
          Forecast
        </span>
        {isOutdated && <span className="u-muted u-small">Updating...</span>}
      </figcaption>
      {forecast && (
        <>
          <Terms
            terms={factsOf(forecast)}
            className={`u-grid ${styles.forecastBoxFacts}`}
            nameClass="u-small"
            valueClass="u-strong u-tabular"
          />
          {forecast.shortfall > 0 && (
            <p className="u-notice u-tone" data-tone="warning">
              {forecast.shortfall.toLocaleString()} credits are missing.
            </p>
          )}
          {forecast.limited_pages > 0 && (
            <p className="u-fine u-muted u-flush">
              The posting limits of {counted(forecast.limited_pages, 'page')} move posts to a later time.
            </p>
          )}
          <ForecastWarnings warnings={forecast.warnings} />
          {forecast.posting_paused && (
            <p className="u-notice u-tone" data-tone="warning">
              Posting is paused for everybody: {forecast.posting_paused}
            </p>
          )}
          {forecast.problem && (
            <p className="u-notice u-tone" data-tone="warning">
              {forecast.problem}
            </p>
          )}
          <ListedWords />
        </>
      )}
    </figure>
  );
}

const wordsIn = (typed: string): string[] =>
  typed
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter(Boolean);

export function ListedWords() {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const { data, error: loadError } = useGetListedWordsQuery(undefined, { skip: !isOpen });
  const [save, { error, isLoading }] = useSetListedWordsMutation();
  const id = useId();
  const failure =
    failureSentence(error, 'Failed to save the words') ?? failureSentence(loadError, 'Failed to load the words');
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={`u-fine ${styles.summary}`}>Words to warn of</summary>
      {data && (
        <form
          className="u-grid u-gap8"
          style={{ paddingTop: 8 }}
          aria-label="Words to warn of"
          onSubmit={async (event) => {
            event.preventDefault();
            const { error } = await save({ body: { words: wordsIn(typed ?? data.words.join('\n')) } });
            if (!error) setTyped(null);
          }}
        >
          <label htmlFor={id} className="u-flush u-muted u-small">
            One word or phrase per line. The forecast warns when a flyer contains it; nothing is changed.
          </label>
          <textarea
            id={id}
            rows={4}
            className={fields.input}
            style={{ height: 'auto', padding: '8px 12px', resize: 'vertical' }}
            value={typed ?? data.words.join('\n')}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div>
            <Button htmlType="submit" loading={isLoading} disabled={typed === null}>
              Save words
            </Button>
          </div>
        </form>
      )}
      {failure && <ErrorAlert message={failure} />}
    </details>
  );
}

/** Queues an assistant. Saves unsaved edits before, so that the posts are what the user sees. */
export function useAddToQueue() {
  const dispatch = useAppDispatch();
  const [addToQueue, { isLoading, data, error, reset }] = useAddToQueueMutation();
  const [saving, setSaving] = useState<'idle' | 'running' | 'failed'>('idle');

  const add = async (id: string) => {
    reset();
    setSaving('running');
    const isSaved = await dispatch(saveDrafts(id));
    setSaving(isSaved ? 'idle' : 'failed');
    if (isSaved) await addToQueue({ id });
  };

  const notSaved = saving === 'failed' ? 'Failed to add to queue. Some changes or flyers are not saved yet.' : null;
  return {
    add,
    isSaving: saving === 'running',
    isBusy: saving === 'running' || isLoading,
    failure: error ? failureText('Failed to add to queue.', error) : notSaved,
    data,
  };
}

/** While the assistant is waiting, it stays at the bottom of the window as long as the panel is in view. */
export function AddToQueue({ assistant, draft }: { assistant: Assistant; draft: SettingsDraft }) {
  const { add, isSaving, isBusy, failure, data } = useAddToQueue();
  const obstacleId = useId();
  const obstacle = addToQueueObstacle(draft.settings);

  return (
    <section className={`u-stack u-gap8 ${styles.queueBar}`} data-sticky={assistant.status === 'waiting'}>
      <div className="u-row" style={{ gap: '8px 12px' }}>
        <Button
          type="primary"
          disabled={obstacle !== null || isBusy}
          aria-describedby={obstacle ? obstacleId : undefined}
          onClick={() => void add(assistant._id)}
        >
          Add to Queue
        </Button>
        {isSaving && <span className="u-flush u-muted u-small">Saving changes first...</span>}
        {obstacle && (
          <span id={obstacleId} className="u-flush u-muted u-small">
            {obstacle}
          </span>
        )}
      </div>
      {failure && <ErrorAlert message={failure} />}
      {assistant.queueing && <QueueingProgress {...assistant.queueing} />}
      {data && !data.assistant.queueing && <SuccessNote>{data.message}</SuccessNote>}
    </section>
  );
}

function QueueingProgress({ added, postings }: NonNullable<Assistant['queueing']>) {
  const labelId = useId();
  return (
    <div className="u-grid u-gap8">
      <progress aria-labelledby={labelId} value={added} max={postings} className="u-full" />
      <span id={labelId} className="u-tabular u-flush u-muted u-small">
        {added.toLocaleString()} of {postings.toLocaleString()} postings are in the queue. Posting starts when all are.
      </span>
    </div>
  );
}
