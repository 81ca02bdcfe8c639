import type { Forecast } from '@flyerdeck/contracts/types';
import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../../app/hooks.ts';
import { assistantsApi } from '../../../data/assistants/assistantsApi.ts';

interface Answer {
  readonly version: string;
  readonly forecast: Forecast | null;
  readonly error: unknown;
}

export interface ForecastState {
  /** The latest answer, shown on while a newer one is on its way. */
  readonly forecast: Forecast | null;
  readonly error: unknown;
  readonly isCurrent: boolean;
  retry(): void;
}

/** Asks what Add to Queue would do, anew for each version of what is stored. */
export function useForecast(assistantId: string, storedVersion: string): ForecastState {
  const dispatch = useAppDispatch();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [tries, setTries] = useState(0);
  const version = `${storedVersion} ${tries}`;

  useEffect(() => {
    const request = dispatch(assistantsApi.endpoints.forecastAssistant.initiate({ id: assistantId }, { track: false }));
    let isOutdated = false;
    void request.then(({ data, error }) => {
      if (isOutdated) return;
      setAnswer((last) => ({ version, forecast: data ?? last?.forecast ?? null, error: error ?? null }));
    });
    return () => {
      isOutdated = true;
    };
  }, [dispatch, assistantId, version]);

  return {
    forecast: answer?.forecast ?? null,
    error: answer?.error ?? null,
    isCurrent: answer?.version === version,
    retry: () => setTries(tries + 1),
  };
}
