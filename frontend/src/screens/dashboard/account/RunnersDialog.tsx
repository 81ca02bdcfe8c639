import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import type { Runner } from '@flyerdeck/contracts/types';
import { Button, Input, Steps } from 'antd';
import { type FormEvent, useId } from 'react';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { errorSentence } from '../../../data/apiError.ts';
import { useEndRunnerMutation, useListRunnersQuery, usePairRunnerMutation } from '../../../data/session/accountApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { counted } from '../../../lib/numbers.ts';
import { openOutside } from '../../../telegram/openOutside.ts';
import { ErrorAlert, FailureAlert, Skeleton, SuccessNote } from '../../../ui/notices.tsx';
import { useAgo } from '../../../ui/RelativeTime.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';

export default function RunnersDialog({ onClose }: { onClose(): void }) {
  return (
    <OpenedDialog name="runners.open" title="Runners" width={560} onClosed={onClose}>
      {() => (
        <div className="u-grid u-gap16">
          <p className="u-muted u-flush">
            A runner posts for many pages from one computer: a browser runs only while its page has work.
          </p>
          <RunnerList />
          <RunnerSteps />
          <PairRunner />
        </div>
      )}
    </OpenedDialog>
  );
}

/** The user's runners. Ending one needs a second click, because its pages then post nothing. */
function RunnerList() {
  const { data, error, isLoading, refetch } = useListRunnersQuery();
  return (
    <>
      {isLoading && <Skeleton label="Loading runners" rows={1} rowHeightPx={57} />}
      <FailureAlert error={error} fallback="Failed to load runners" onRetry={refetch} />
      <ul className="u-list" aria-label="Runners">
        {data?.runners.map((runner) => (
          <OneRunner key={runner.id} runner={runner} />
        ))}
      </ul>
    </>
  );
}

function OneRunner({ runner }: { readonly runner: Runner }) {
  const [end, { isLoading, isSuccess, error }] = useEndRunnerMutation();
  const [isAsking, setIsAsking] = useUiState(`endRunner.${runner.id}`, false);
  const ago = useAgo();
  const { host_name: name, pages, awake, logged_out: loggedOut, last_contact_at: lastContact } = runner;
  return (
    <li className="u-line u-spread u-gap12 u-entry">
      <div className="u-shrink">
        <p className="u-row u-medium u-flush u-gap8">
          {name}
          <StatusChip tone={runner.is_connected ? 'success' : 'neutral'}>
            {runner.is_connected ? 'Connected' : 'Not connected'}
          </StatusChip>
        </p>
        <p className="u-muted u-fine u-flush">
          {counted(pages, 'page')}, {awake} working, {pages - awake} asleep. Last contact{' '}
          {lastContact ? ago(lastContact) : 'never'}.
        </p>
        {loggedOut > 0 && (
          <p className="u-fine u-flush">
            {counted(loggedOut, 'page')} must be logged in again: open the runner&apos;s own page on {name}.
          </p>
        )}
        {isAsking && <p className="u-fine u-flush">Its pages stay linked, but nothing posts for them.</p>}
        {error && <ErrorAlert message={errorSentence(error, 'Failed to end the runner')} />}
      </div>
      <Button
        danger
        size="small"
        disabled={isLoading || isSuccess}
        aria-label={isAsking ? `End the runner ${name} now` : `End the runner ${name}`}
        onClick={() => (isAsking ? void end({ id: runner.id }) : setIsAsking(true))}
      >
        {isAsking ? 'End now' : 'End'}
      </Button>
    </li>
  );
}

const STEPS = [
  ['Download it', 'and unpack it on the computer that is to post.'],
  ['Start it', 'with npm install and npm start. It needs Node and Chromium.'],
  ['Pair it', 'by the code that it shows.'],
  ['Add your pages', 'with node runner.mjs add: log in to each page once.'],
  ['Done', 'The browsers sleep until there is something to post.'],
] as const;

function RunnerSteps() {
  return (
    <section className="u-grid u-gap10" aria-label="Set up a runner">
      <Steps
        orientation="vertical"
        size="small"
        current={STEPS.length}
        items={STEPS.map(([title, content]) => ({ title, content, status: 'process' }))}
      />
      <div>
        <Button icon={<DownloadOutlined aria-hidden />} href="/runner.zip" download onClick={openOutside}>
          Get runner.zip
        </Button>
      </div>
    </section>
  );
}

/** Pairs a runner by its code. The user sees which machine shows the code before it may post for the account. */
function PairRunner() {
  const id = useId();
  // The log redacts values with the name `pairing_code`.
  const [{ pairing_code: typed }, setTyped] = useUiState('pairRunner', { pairing_code: '' });
  const [pair, { data, originalArgs, error, isLoading: isBusy, reset }] = usePairRunnerMutation();
  const ago = useAgo();
  const code = typed.trim();
  const found = data && !data.is_paired && originalArgs?.body.pairing_code === code ? data : undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!code || isBusy) return;
    const answer = await pair({ body: { pairing_code: code, ...(found && { confirm: true }) } });
    if (answer.data?.is_paired) setTyped({ pairing_code: '' });
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
          reset();
        }}
      />
      {found && (
        <p className="u-flush">
          Pair the runner on <strong>{found.host_name}</strong>, which asked {ago(found.asked_at)}? It may then link
          pages to your account.
        </p>
      )}
      {error && <ErrorAlert message={errorSentence(error, 'Failed to pair the runner')} />}
      {data?.is_paired && <SuccessNote>The runner on {data.host_name} is paired. Add pages on it now.</SuccessNote>}
      <Button type="primary" htmlType="submit" disabled={!code || isBusy}>
        {found ? 'Pair runner' : 'Next'}
      </Button>
    </form>
  );
}
