import { useState } from 'react';
import { useAppDispatch } from '../../../app/hooks.ts';
import { useAddToQueueMutation } from '../../../data/assistants/assistantsApi.ts';
import { saveDrafts } from '../../../data/drafts/draftThunks.ts';
import { failureText } from '../failureText.ts';

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
