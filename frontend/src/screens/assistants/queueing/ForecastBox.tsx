import type { Assistant, Forecast } from '@flyerdeck/contracts/types';
import { useId } from 'react';
import { isSignedOutError } from '../../../data/apiError.ts';
import { useForecastAssistantQuery } from '../../../data/assistants/assistantsApi.ts';
import { counted } from '../../../lib/counted.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import styles from '../assistants.module.css';
import { failureText } from '../failureText.ts';
import { ForecastWarnings } from './ForecastWarnings.tsx';
import { ListedWords } from './ListedWords.tsx';

interface ForecastBoxProps {
  assistant: Assistant;
  hasUnsavedEdits: boolean;
}

const factsOf = (forecast: Forecast): { label: string; value: string }[] => [
  { label: 'Pages', value: forecast.pages.toLocaleString() },
  { label: 'Postings', value: forecast.postings.toLocaleString() },
  { label: 'Credits needed', value: forecast.credits_needed.toLocaleString() },
  { label: 'Your balance', value: forecast.credits_balance.toLocaleString() },
  ...(forecast.first_at ? [{ label: 'First post', value: formatDateTime(forecast.first_at) }] : []),
  ...(forecast.last_at ? [{ label: 'Last post', value: formatDateTime(forecast.last_at) }] : []),
];

/** The result that Add to Queue would have with the saved settings. */
export function ForecastBox({ assistant, hasUnsavedEdits }: ForecastBoxProps) {
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
          <dl className={`u-terms u-grid u-flush ${styles.forecastBoxFacts}`}>
            {factsOf(forecast).map(({ label, value }) => (
              <div key={label}>
                <dt className="u-small">{label}</dt>
                <dd className="u-strong u-tabular">{value}</dd>
              </div>
            ))}
          </dl>
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
