import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { payText } from '../words.ts';
import {
  act,
  canPost,
  type Draft,
  EMPTY_DRAFT,
  language,
  loadMe,
  type Me,
  type Names,
  type Notice,
  namesOf,
  sendPost,
  summaryOf,
  uploadPhoto,
  words,
} from './calls.ts';
import { ExpiryDialog, ScheduleDialog } from './portalDialogs.tsx';
import { Feed } from './portalFeed.tsx';

/** The draft is saved this long after the last change of its text. Then the form is built anew. */
const SAVE_MS = 120;

interface Caret {
  readonly start: number;
  readonly end: number;
}

/** A text field that takes the focus and the caret of the one that it replaces. */
function TextField(props: {
  name: string;
  value: string;
  caret: { current: Caret | null };
  onText(text: string): void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { caret } = props;
  useLayoutEffect(() => {
    if (!caret.current) return;
    field.current?.focus();
    field.current?.setSelectionRange(caret.current.start, caret.current.end);
    caret.current = null;
  }, [caret]);
  return (
    <textarea
      ref={field}
      data-testid={props.name}
      aria-label={words.text}
      placeholder={words.text}
      value={props.value}
      onChange={({ target }) => {
        // A change from a script does not move the focus.
        if (document.activeElement === target) {
          caret.current = { start: target.selectionStart, end: target.selectionEnd };
        }
        props.onText(target.value);
      }}
    />
  );
}

function Composer({ names, onClose, onNotice }: { names: Names; onClose(): void; onNotice(notice: Notice): void }) {
  const [draft, change] = useReducer((old: Draft, part: Partial<Draft>) => ({ ...old, ...part }), EMPTY_DRAFT);
  const [saves, setSaves] = useState(0);
  const [dialog, setDialog] = useState<'expiry' | 'schedule' | null>(null);
  const [isSending, setIsSending] = useState(false);
  const caret = useRef<Caret | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);

  const saveLater = () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const field = document.activeElement;
      if (field instanceof HTMLTextAreaElement && field.dataset.testid === names.text) {
        caret.current = { start: field.selectionStart, end: field.selectionEnd };
      }
      setSaves((count) => count + 1);
    }, SAVE_MS);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: The draft is saved when its text changes.
  useEffect(() => {
    saveLater();
    return () => clearTimeout(timer.current);
  }, [draft.text]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!canPost(draft) || isSending) return;
    setIsSending(true);
    const notice = await sendPost(draft);
    setIsSending(false);
    onNotice(notice);
    if (notice.link) onClose();
  };

  return createPortal(
    <div className="composer" role="dialog" aria-modal="true" aria-label={words.newPost}>
      <form
        key={saves}
        id={names.form}
        aria-label={words.newPost}
        onSubmit={submit}
        // A button that is replaced while the pointer is down is not clicked.
        onPointerDown={() => clearTimeout(timer.current)}
        onPointerUp={saveLater}
      >
        <TextField
          key={draft.text}
          name={names.text}
          value={draft.text}
          caret={caret}
          onText={(text) => change({ text })}
        />
        <div data-testid={names.preview} aria-busy={draft.isUploading}>
          {draft.upload && <img src={`/files/${draft.upload}`} alt={words.photo} />}
          {draft.isUploading && <progress aria-label={words.loading} />}
          {draft.problem && <p role="alert">{draft.problem}</p>}
        </div>
        <p>{summaryOf(draft)}</p>
        <footer key={`actions ${draft.text}`}>
          <button type="button" onClick={() => file.current?.click()}>
            {words.addPhoto}
          </button>
          <DialogButton name={names.expiry} dialog="expiry-dialog" onOpen={() => setDialog('expiry')}>
            {words.expiry}
          </DialogButton>
          <DialogButton name={names.schedule} dialog="schedule-dialog" onOpen={() => setDialog('schedule')}>
            {words.schedule}
          </DialogButton>
          <button type="button" onClick={onClose}>
            {words.discard}
          </button>
          <button type="submit" data-testid={names.submit} disabled={!canPost(draft) || isSending}>
            {words.post}
          </button>
        </footer>
      </form>
      <input
        ref={file}
        form={names.form}
        data-testid={names.photo}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          const photo = target.files?.[0];
          if (photo) uploadPhoto(photo, change);
        }}
      />
      <PayForm />
      {dialog === 'expiry' && (
        <ExpiryDialog
          onSave={(expiresInDays) => {
            change({ expiresInDays });
            setDialog(null);
          }}
        />
      )}
      {dialog === 'schedule' && (
        <ScheduleDialog
          onSave={(scheduledFor) => {
            change({ scheduledFor });
            setDialog(null);
          }}
        />
      )}
    </div>,
    document.body,
  );
}

const DialogButton = (props: { name: string; dialog: string; onOpen(): void; children: string }) => (
  <button
    type="button"
    data-testid={props.name}
    aria-haspopup="dialog"
    aria-controls={props.dialog}
    onClick={props.onOpen}
  >
    {props.children}
  </button>
);

const PayForm = () => (
  <ActionForm kind="payment" label={words.promote} button={payText(language)}>
    <input name="value" aria-label={words.card} defaultValue="4000 0000 0000 0002" />
  </ActionForm>
);

/** A form that is not for posting. */
function ActionForm(props: { kind: 'message' | 'payment'; label: string; button: string; children: ReactNode }) {
  return (
    <form
      aria-label={props.label}
      onSubmit={(event) => {
        event.preventDefault();
        act(props.kind, String(new FormData(event.currentTarget).get('value')));
      }}
    >
      {props.children}
      <button type="submit">{props.button}</button>
    </form>
  );
}

const Toast = ({ text, link }: Notice) =>
  createPortal(
    <div className="b-toast" role={link ? 'status' : 'alert'}>
      {link ? <a href={link}>{text}</a> : text}
    </div>,
    document.body,
  );

const Count = ({ count }: { count: number }) =>
  count > 0 ? <span data-testid="count">{count > 99 ? '99+' : count}</span> : null;

function Header({ me, onCompose }: { me: Me; onCompose(): void }) {
  return (
    <header>
      <nav>
        <a href="/" data-testid="nav-home">
          {words.home} <Count count={me.counts.home} />
        </a>
        <a href="/my/notifications" data-testid="nav-notifications">
          {words.notifications} <Count count={me.counts.notifications} />
        </a>
        <a href="/my/chats" data-testid="nav-messages">
          {words.messages} <Count count={me.counts.messages} />
        </a>
        <a
          href="/posts/create"
          onClick={(event) => {
            event.preventDefault();
            history.pushState(null, '', '/posts/create');
            onCompose();
          }}
        >
          {words.newPost}
        </a>
        <search>
          <form action="/search">
            <input type="search" name="q" aria-label={words.search} />
          </form>
        </search>
      </nav>
      <a href={`/${me.username}`} data-testid="me">
        <strong>{me.name}</strong> <span>@{me.username}</span>
      </a>
    </header>
  );
}

function App({ me }: { me: Me }) {
  const [isComposing, setIsComposing] = useState(location.pathname === '/posts/create');
  const [notice, setNotice] = useState<Notice | null>(null);
  return (
    <>
      <Header me={me} onCompose={() => setIsComposing(true)} />
      <main>
        <h1>{location.pathname === `/${me.username}` ? me.name : words.yourPosts}</h1>
        <Feed feed={me.feed} />
      </main>
      <aside aria-label={words.messages}>
        <p>Ana: 555-0137</p>
        <ActionForm kind="message" label={words.messages} button={words.send}>
          <textarea name="value" aria-label={words.writeMessage} defaultValue="A private draft" />
        </ActionForm>
      </aside>
      {isComposing && (
        <Composer names={namesOf(me.markup)} onClose={() => setIsComposing(false)} onNotice={setNotice} />
      )}
      {notice && <Toast {...notice} />}
    </>
  );
}

loadMe().then((me) => createRoot(document.getElementById('root') as HTMLElement).render(<App me={me} />));
