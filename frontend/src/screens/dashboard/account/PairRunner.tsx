import { Button, Input } from 'antd';
import { type FormEvent, useId } from 'react';
import { errorSentence } from '../../../data/apiError.ts';
import { useLazyDescribeRunnerQuery, usePairRunnerMutation } from '../../../data/pages/runnersApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { ErrorAlert, SuccessNote } from '../../../ui/notices.tsx';
import { useAgo } from '../../../ui/RelativeTime.tsx';

/** Pairs a runner by its code. The user sees which machine shows the code before it may post for the account. */
export function PairRunner() {
  const id = useId();
  // The log redacts values with the name `pairing_code`.
  const [{ pairing_code: typed }, setTyped] = useUiState('pairRunner', { pairing_code: '' });
  const [describe, described] = useLazyDescribeRunnerQuery();
  const [pair, paired] = usePairRunnerMutation();
  const ago = useAgo();
  const code = typed.trim();
  const found = described.originalArgs?.body.pairing_code === code ? described.currentData : undefined;
  const isBusy = described.isFetching || paired.isLoading;
  const error = isBusy ? undefined : (paired.error ?? (found ? undefined : described.error));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!code || isBusy) return;
    if (!found) return void describe({ body: { pairing_code: code } });
    const answer = await pair({ body: { pairing_code: code } });
    if (!answer.error) setTyped({ pairing_code: '' });
  };

  return (
    <form className="u-grid u-gap8" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id} className="u-medium">
        Code of the runner
      </label>
      <Input
        id={id}
        value={typed}
        placeholder="ABCD-EFGH"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        disabled={isBusy}
        onChange={({ target }) => {
          setTyped({ pairing_code: target.value });
          paired.reset();
        }}
      />
      {found && (
        <p className="u-flush">
          Pair the runner on <strong>{found.host_name}</strong>, which asked {ago(found.asked_at)}? It may then link
          pages to your account.
        </p>
      )}
      {error && <ErrorAlert message={errorSentence(error, 'Failed to pair the runner')} />}
      {paired.data && <SuccessNote>The runner on {paired.data.host_name} is paired. Add pages on it now.</SuccessNote>}
      <Button type="primary" htmlType="submit" disabled={!code || isBusy}>
        {found ? 'Pair runner' : 'Next'}
      </Button>
    </form>
  );
}
