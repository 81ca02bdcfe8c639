import { useEffect, useRef, useState } from 'react';
import type { Audience } from '../../SiteRecords.ts';
import { boot, cls, on, profileAddress } from './boot.ts';
import { fetchDraft, type PressResult, saveDraft, sendPost } from './calls.ts';
import { Dialog } from './Dialog.tsx';
import { design, testId } from './design.ts';
import { ExpiryChoice } from './ExpiryChoice.tsx';
import { LoginForm } from './LoginForm.tsx';
import { PictureList } from './PictureList.tsx';
import { Button, Frame } from './parts.tsx';
import { Questions } from './Questions.tsx';
import { ScheduleChoice } from './ScheduleChoice.tsx';
import { TextField } from './TextField.tsx';
import { notify } from './toasts.tsx';
import { usePictures } from './usePictures.ts';

/** The draft is saved this long after the last change. */
const SAVE_MS = 100;

export function Composer({ onDone }: { onDone(): void }) {
  const [text, setText] = useState('');
  const pictures = usePictures();
  const [audience, setAudience] = useState<Audience>('everyone');
  const [price, setPrice] = useState('');
  const [scheduledFor, setScheduledFor] = useState<string | null>(null);
  const [expiresInDays, setExpiresInDays] = useState<number | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<PressResult | null>(null);
  const draft = useDraft({ text, pictures: pictures.ready, restoreText: setText, restorePictures: pictures.restore });

  async function send() {
    setAsking(false);
    setSending(true);
    setRefused(null);
    const ready = (await pictures.all()).filter((id) => id !== null);
    const result = await sendPost({
      text,
      pictures: ready,
      audience,
      price: Number.parseFloat(price.replace(/[^\d.]/g, '')) || 0,
      scheduledFor,
      expiresInDays,
    });
    setSending(false);
    if (result.kind === 'captcha') return location.assign('/');
    if (result.kind === 'failed') return notify(result.message);
    if (result.kind !== 'posted') {
      if (result.kind === 'rate_limited' && on('rate-toast')) return notify(result.message);
      return setRefused(result);
    }
    await draft.clear();
    if (scheduledFor) notify('Your post is scheduled');
    else notify('Your post is live', `/p/${result.id}`);
    onDone();
  }

  if (!draft.isLoaded) return <p className={cls('muted')}>Loading your draft…</p>;
  const isEmpty = text.trim() === '' && pictures.pictures.length === 0;
  const message = refused && 'message' in refused ? refused.message : null;
  const isDialog = refused?.kind === 'rate_limited' && on('rate-dialog');
  const options = (
    <div className={cls('row')}>
      {!on('no-expiry') && <ExpiryChoice value={expiresInDays} onChoose={setExpiresInDays} />}
      {!on('no-scheduler') && <ScheduleChoice value={scheduledFor} onChoose={setScheduledFor} />}
      {on('audience-select') && (
        <select
          aria-label="Who can see this post"
          data-testid={testId('composer-audience')}
          value={audience}
          onChange={({ target }) => setAudience(target.value as Audience)}
        >
          <option value="everyone">Everyone</option>
          <option value="followers">Followers</option>
          <option value="subscribers">Subscribers</option>
        </select>
      )}
    </div>
  );
  return (
    <>
      <Frame>
        {on('price-field') && (
          <input
            type="text"
            inputMode="decimal"
            aria-label="Price in dollars"
            placeholder="Free"
            data-testid={testId('composer-price')}
            value={price}
            onChange={({ target }) => setPrice(target.value)}
          />
        )}
        {design().layout === 'b' && options}
        <TextField value={text} onText={setText} />
        <PictureList {...pictures} />
        {design().layout === 'a' && options}
        {message && refused?.kind !== 'logged_out' && !isDialog && (
          <p role="alert" className={cls('error')} data-testid={testId('composer-error')}>
            {message}
          </p>
        )}
        <div className={cls('row')}>
          {boot.viewer && <a href={profileAddress(boot.viewer.username)}>My posts</a>}
          <Button name="composer-discard" label="Discard" icon="cross" onPress={() => draft.clear().then(onDone)} />
          <Button
            key={on('fresh-elements') ? text : 'submit'}
            isGuarded
            isPrimary
            name="composer-submit"
            label={isSending ? 'Publishing…' : design().postLabel}
            icon="plane"
            isDisabled={isEmpty || isSending || !pictures.areReady}
            onPress={() => (on('confirm') || on('confirm-twice') ? setAsking(true) : send())}
          />
        </div>
      </Frame>
      {isAsking && <Questions onYes={send} onNo={() => setAsking(false)} />}
      {isDialog && message && (
        <Dialog label="Slow down" onClose={() => setRefused(null)}>
          <p>{message}</p>
          <Button name="dialog-ok" label="OK" onPress={() => setRefused(null)} />
        </Dialog>
      )}
      {refused?.kind === 'logged_out' && (
        <Dialog label="Your session has ended">
          <LoginForm onDone={() => setRefused(null)} />
        </Dialog>
      )}
    </>
  );
}

interface DraftParts {
  readonly text: string;
  readonly pictures: readonly string[];
  restoreText(text: string): void;
  restorePictures(ids: readonly string[]): void;
}

/** Restores the account's draft when the composer opens, and saves each change. Without `drafts` it does nothing. */
function useDraft({ text, pictures, restoreText, restorePictures }: DraftParts) {
  const [isLoaded, setLoaded] = useState(!on('drafts'));
  const saving = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the composer opens.
  useEffect(() => {
    if (isLoaded) return;
    fetchDraft().then((draft) => {
      restoreText(draft.text);
      restorePictures(draft.pictures);
      if (draft.text || draft.pictures.length > 0) notify('Your draft was restored');
      setLoaded(true);
    });
  }, []);
  const value = JSON.stringify({ text, pictures });
  useEffect(() => {
    if (!on('drafts') || !isLoaded) return;
    saving.current = setTimeout(() => saveDraft(JSON.parse(value)), SAVE_MS);
    return () => clearTimeout(saving.current);
  }, [value, isLoaded]);
  return {
    isLoaded,
    async clear() {
      clearTimeout(saving.current);
      if (on('drafts')) await saveDraft({ text: '', pictures: [] });
    },
  };
}
