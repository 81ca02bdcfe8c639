import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import type { Assistant } from '@flyerdeck/contracts/types';
import { nanoid } from '@reduxjs/toolkit';
import { Button } from 'antd';
import { useState } from 'react';
import { useAppDispatch } from '../../app/hooks.ts';
import {
  useCreateAssistantMutation,
  useDeleteAssistantMutation,
  useOpenScreenshotsMutation,
  usePauseAssistantMutation,
  useProcessScreenshotsMutation,
  useResumeAssistantMutation,
} from '../../data/assistants/assistantsSlice.ts';
import type { Answer } from '../../data/client.ts';
import { saveDrafts } from '../../data/drafts/draftThunks.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { counted } from '../../lib/numbers.ts';
import { download } from '../../telegram/openOutside.ts';
import { LazyConfirmDialog } from '../../ui/lazyPart.tsx';
import { ErrorAlert, SuccessNote } from '../../ui/notices.tsx';
import {
  canPause,
  canProcessScreenshots,
  displayName,
  failureText,
  hasRun,
  mayHaveScreenshots,
  useAction,
} from './assistantRules.ts';
import styles from './assistants.module.css';

function screenshotsMessage({ screenshots, left_out }: Answer<'openScreenshots'>): string {
  const started = `The download of ${counted(screenshots, 'screenshot')} has started.`;
  if (left_out === 0) return started;
  return `${started} ${counted(left_out, 'screenshot')} of the last flyers did not fit into one file.`;
}

/** For the header of the card, so that it is there while the panel is closed. */
export function PauseOrResume({ assistant }: { readonly assistant: Assistant }) {
  const { _id: id, status } = assistant;
  const [pause] = usePauseAssistantMutation();
  const [resume] = useResumeAssistantMutation();
  const { isBusy, message, failure, run } = useAction();
  return (
    <>
      {canPause(assistant) && (
        <Button size="small" disabled={isBusy} onClick={() => run(pause({ id }), 'Failed to pause assistant.')}>
          Pause
        </Button>
      )}
      {status === 'paused' && (
        <Button
          size="small"
          type="primary"
          disabled={isBusy}
          onClick={() => run(resume({ id }), 'Failed to resume assistant.')}
        >
          Resume
        </Button>
      )}
      {failure && <ErrorAlert message={failure} />}
      {message && <SuccessNote>{message}</SuccessNote>}
    </>
  );
}

export function AssistantActions({ assistant }: { readonly assistant: Assistant }) {
  const { _id: id, status } = assistant;
  const dispatch = useAppDispatch();
  const [processScreenshots] = useProcessScreenshotsMutation();
  const [openScreenshots] = useOpenScreenshotsMutation();
  const [copy] = useCreateAssistantMutation();
  const { isBusy, message, failure, run } = useAction();
  // A doubled click, or another one after a lost answer, sends the same key and makes one copy.
  const [copyKey, setCopyKey] = useState(nanoid);

  const runAgain = async () => {
    // The server copies what is stored.
    if (!(await dispatch(saveDrafts(id)))) return { error: { error: 'Some changes or flyers are not saved yet.' } };
    const { data, error } = await copy({ body: { copy_of: id, copy_key: copyKey } });
    if (data) setCopyKey(nanoid());
    return { data: { message: 'A copy waits at the top of the list. Add it to the queue when it is ready.' }, error };
  };

  const downloadScreenshots = async () => {
    const { data, error } = await openScreenshots({ id });
    if (data) download(data.download_url, 'flyerdeck-screenshots.zip');
    return { data: data && { message: screenshotsMessage(data) }, error };
  };

  return (
    <div className="u-grid u-gap8">
      <div className={`u-wrap u-gap8 ${styles.buttons}`}>
        {canProcessScreenshots(status) && (
          <Button disabled={isBusy} onClick={() => run(processScreenshots({ id }), 'Failed to process screenshots.')}>
            Process screenshots and notify bot
          </Button>
        )}
        {hasRun(assistant) && (
          <Button disabled={isBusy} onClick={() => run(runAgain(), 'Failed to run again.')}>
            Run again
          </Button>
        )}
        {mayHaveScreenshots(status) && (
          <Button
            icon={<DownloadOutlined aria-hidden />}
            disabled={isBusy}
            onClick={() => run(downloadScreenshots(), 'Failed to download the screenshots.')}
          >
            Download screenshots
          </Button>
        )}
        <DeleteAssistant assistant={assistant} />
      </div>
      {failure && <ErrorAlert message={failure} />}
      {message && <SuccessNote>{message}</SuccessNote>}
    </div>
  );
}

function DeleteAssistant({ assistant }: { readonly assistant: Assistant }) {
  // Null until the dialog is first opened. After that it stays mounted, so that its closing is animated.
  const [isAsking, setIsAsking] = useUiState<boolean | null>(`deleteAssistant/${assistant._id}`, null);
  const [deleteAssistant, { isLoading, error, reset }] = useDeleteAssistantMutation();

  return (
    <>
      <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setIsAsking(true)}>
        Delete assistant
      </Button>
      {isAsking !== null && (
        <LazyConfirmDialog
          open={isAsking}
          title={`Delete ${displayName(assistant)}?`}
          action="Delete"
          busy={isLoading}
          onConfirm={() => void deleteAssistant({ id: assistant._id })}
          onCancel={() => {
            setIsAsking(false);
            reset();
          }}
        >
          <p>Its flyers are archived, and what waits is cancelled. What is posted stays.</p>
          {error && <ErrorAlert message={failureText('Failed to delete assistant.', error)} />}
        </LazyConfirmDialog>
      )}
    </>
  );
}
