import { LINK_SUCCESS_REDIRECT_MS } from '@flyerdeck/contracts/account.values';
import type { LinkDescription } from '@flyerdeck/contracts/types';
import { Button, Input, type InputRef, Modal } from 'antd';
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { loadDocument } from '../../app/documentLoads.ts';
import { errorCode, errorSentence } from '../../data/apiError.ts';
import { useLazyDescribeLinkingQuery, useVerifyLinkingMutation } from '../../data/pages/pagesApi.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { wakeExtension } from '../../lib/pages.ts';
import { useBackButton, useMainButton } from '../../telegram/buttons.ts';
import { withLaunchParams } from '../../telegram/miniApp.ts';
import { isPhone, useTokenScan } from '../../telegram/phone.ts';
import { useWebApp } from '../../telegram/webApp.ts';
import { ErrorAlert, SuccessNote } from '../../ui/notices.tsx';
import { useAgo } from '../../ui/RelativeTime.tsx';
import { Terms } from '../../ui/Terms.tsx';

interface LinkModalProps {
  readonly open: boolean;
  readonly givenToken: string | null;
  onClose(): void;
}

export default function LinkModal({ open, givenToken, onClose }: LinkModalProps) {
  const [isBusy, setIsBusy] = useState(false);
  const tokenInput = useRef<InputRef>(null);
  useBackButton(onClose, open && !isBusy);
  return (
    <Modal
      title="Link OnlyFans Page"
      open={open}
      footer={null}
      width={440}
      // A token works once: the user must see the result of the request.
      closable={!isBusy && { 'aria-label': 'Close' }}
      mask={{ closable: !isBusy }}
      keyboard={!isBusy}
      onCancel={onClose}
      destroyOnHidden
      afterOpenChange={(isOpen) => isOpen && tokenInput.current?.focus()}
    >
      <LinkForm key={givenToken} givenToken={givenToken} tokenInput={tokenInput} onBusy={setIsBusy} />
    </Modal>
  );
}

interface LinkFormProps {
  readonly givenToken: string | null;
  readonly tokenInput: Ref<InputRef>;
  /** Busy during the request and, after a success, until the redirect. The modal cannot be closed while busy. */
  onBusy(isBusy: boolean): void;
}

/** After this pause in typing, the summary is loaded. */
const TYPING_PAUSE_MS = 500;

const isUnusableToken = (error: unknown): boolean => errorCode(error)?.startsWith('linking.') ?? false;

// A double click or a held Enter key must not confirm the summary that the first click or key press showed.
const ignoreDoubleClick = (event: MouseEvent) => event.detail > 1 && event.preventDefault();
const ignoreHeldEnter = (event: KeyboardEvent) => event.key === 'Enter' && event.repeat && event.preventDefault();

function LinkForm({ givenToken, tokenInput, onBusy }: LinkFormProps) {
  const id = useId();
  // The log redacts values with the name `token`.
  const [{ token: typed }, setTyped] = useUiState('linkForm', { token: givenToken ?? '' });
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [isBeingTyped, setIsBeingTyped] = useState(false);
  const [loadSummary, described] = useLazyDescribeLinkingQuery();
  const [link, { isSuccess, error: linkError, reset: clearLinkError }] = useVerifyLinkingMutation();
  const token = typed.trim();
  const isForToken = described.originalArgs?.body.token === token;
  const summary = isForToken ? described.currentData : undefined;
  // A token that is not complete yet is no error.
  const summaryError = isForToken && !described.isFetching && !isBeingTyped ? described.error : undefined;
  const error = isSubmitting ? undefined : (linkError ?? summaryError);

  const showSummary = (wanted: string) => loadSummary({ body: { token: wanted } });
  useEffect(() => {
    if (!token) return;
    const timer = setTimeout(() => void loadSummary({ body: { token } }, true), isBeingTyped ? TYPING_PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [token, isBeingTyped, loadSummary]);

  const isBusy = isSubmitting || isSuccess;
  useEffect(() => {
    onBusy(isBusy);
    return () => onBusy(false);
  }, [isBusy, onBusy]);

  useEffect(() => {
    if (!isSuccess) return;
    wakeExtension();
    const timer = setTimeout(() => loadDocument(withLaunchParams('/?view=pages')), LINK_SUCCESS_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isSuccess]);

  const submitButton = useRef<HTMLButtonElement>(null);
  const wasSubmitting = useRef(false);
  useEffect(() => {
    // The focused element lost the focus, because it was disabled during the request.
    if (wasSubmitting.current && !isBusy) submitButton.current?.focus();
    wasSubmitting.current = isSubmitting;
  }, [isSubmitting, isBusy]);

  const scan = useTokenScan((scanned) => setTyped({ token: scanned }));
  // Telegram's main button is there on each phone.
  const hasMainButton = isPhone(useWebApp());

  const text = isSubmitting ? 'Linking...' : 'Link Page';
  const form = useMainButton({ text, isDisabled: !token || isSuccess, isBusy: isSubmitting });

  const proceed = async () => {
    if (!summary) {
      const shown = await showSummary(token);
      // For an unusable token, the link request returns the reason.
      const isFailed = shown.error !== undefined && !isUnusableToken(shown.error);
      // A replacement, and a token that came with a link, are not confirmed before the user has seen the summary.
      if (isFailed || shown.data?.replaces || token === givenToken) return;
    }
    const answer = await link({ body: { token, ...(summary?.replaces ? { confirm_replace: true } : {}) } });
    // Another browser was linked meanwhile: the user has to see the new summary before confirming.
    if (errorCode(answer.error) === 'linking.would_replace') await showSummary(token);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!token || isBusy) return;
    setIsSubmitting(true);
    setIsBeingTyped(false);
    await proceed();
    setIsSubmitting(false);
  };

  return (
    <form ref={form} className="u-grid u-gap12" onSubmit={(event) => void submit(event)} onKeyDown={ignoreHeldEnter}>
      <p className="u-muted u-flush">
        Enter the linking token from your Chrome extension to connect your OnlyFans page.
      </p>
      <div className="u-grid u-gap4">
        <label htmlFor={id} className="u-medium">
          Linking token
        </label>
        <Input
          id={id}
          ref={tokenInput}
          value={typed}
          placeholder="Paste your linking token here"
          autoComplete="off"
          spellCheck={false}
          disabled={isBusy}
          onChange={({ target, nativeEvent }) => {
            setTyped({ token: target.value });
            if (linkError) clearLinkError();
            setIsBeingTyped((nativeEvent as InputEvent).inputType !== 'insertFromPaste');
          }}
        />
      </div>
      {scan && (
        <Button block disabled={isBusy} onClick={scan}>
          Scan QR code
        </Button>
      )}
      {summary && <LinkSummary link={summary} />}
      {error && <ErrorAlert message={errorSentence(error, 'An error occurred during linking')} />}
      {isSuccess && <SuccessNote>Page linked successfully!</SuccessNote>}
      {!hasMainButton && (
        <Button
          type="primary"
          htmlType="submit"
          block
          disabled={!token || isBusy}
          ref={submitButton}
          onClick={ignoreDoubleClick}
        >
          {text}
        </Button>
      )}
    </form>
  );
}

const UNKNOWN_BROWSER = 'Unknown browser';

/** The page and browser that a linking token would link, and the browser that it would replace. Shown before linking. */
function LinkSummary({ link }: { readonly link: LinkDescription }) {
  const { pageData: page, device, replaces } = link;
  const ago = useAgo();
  const facts = [
    ['Page', [page.name, page.username && `@${page.username}`].filter(Boolean).join(' ') || 'Unnamed Page'],
    ['Page ID', page.creator_id],
    ['Browser', `${device.browser || UNKNOWN_BROWSER}, extension ${device.extension_version}`],
    ['Asked', ago(device.asked_at)],
  ] as const;
  return (
    <section className="u-grid u-break u-gap12" aria-label="What would be linked" aria-live="polite">
      <Terms terms={facts} className="u-grid u-gap6 u-notice u-terms-table" />
      {replaces ? (
        <div role="alert" className="u-notice u-tone" data-tone="warning">
          <p className="u-strong u-flush">This replaces the browser that posts for this page now.</p>
          <p className="u-flush">
            {replaces.browser || UNKNOWN_BROWSER}, linked {ago(replaces.linked_at)},{' '}
            {replaces.last_polled_at ? `last seen ${ago(replaces.last_polled_at)}` : 'not seen yet'}.
          </p>
        </div>
      ) : (
        <p className="u-muted u-flush">No browser posts for this page yet.</p>
      )}
      <p className="u-muted u-flush">Link it only if you asked for this in your own browser.</p>
    </section>
  );
}
