import { useState } from 'react';
import { errorSentence } from '../../data/apiError.ts';

/** The spec's message (section 8), followed by the server's sentence if there is one. */
export function failureText(documented: string, error: unknown): string {
  const reason = errorSentence(error, '');
  if (!reason) return documented;
  return documented.endsWith('.') ? `${documented} ${reason}` : `${documented}: ${reason}`;
}

export function useAction() {
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly message?: string; readonly failure?: string }>({});
  const run = async (
    call: Promise<{ data?: { message?: string } | undefined; error?: unknown }>,
    documentedFailure: string,
  ) => {
    setOutcome({});
    setIsBusy(true);
    const { data, error } = await call;
    setIsBusy(false);
    setOutcome(error ? { failure: failureText(documentedFailure, error) } : { message: data?.message ?? '' });
  };
  return { isBusy, ...outcome, run };
}
