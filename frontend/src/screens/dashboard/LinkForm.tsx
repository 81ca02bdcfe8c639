import { LINK_SUCCESS_REDIRECT_MS } from '@flyerdeck/contracts/limits';
import { Button, Input, type InputRef } from 'antd';
import { type FormEvent, type Ref, useEffect, useId, useState } from 'react';
import { loadDocument } from '../../app/pageLoads.ts';
import { errorSentence } from '../../data/apiError.ts';
import { useVerifyLinkingMutation } from '../../data/pages/pagesApi.ts';
import { wakeExtension } from '../../lib/wakeExtension.ts';
import { useMainButton } from '../../telegram/mainButton.ts';
import { withLaunchParams } from '../../telegram/miniApp.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { SuccessNote } from '../../ui/SuccessNote.tsx';
import styles from './LinkForm.module.css';

interface LinkFormProps {
  readonly givenToken: string | null;
  readonly tokenInput: Ref<InputRef>;
  /** While the request runs and until the page is left, so that nobody closes the modal under it. */
  onBusy(isBusy: boolean): void;
  loadPage?(address: string): void;
}

const LINKED_PAGES_ADDRESS = '/?view=pages';
const loadPageInBrowser = (address: string) => loadDocument(withLaunchParams(address));

export function LinkForm({ givenToken, tokenInput, onBusy, loadPage = loadPageInBrowser }: LinkFormProps) {
  const id = useId();
  const [typed, setTyped] = useState(givenToken ?? '');
  const [link, { isLoading, isSuccess, error }] = useVerifyLinkingMutation();
  const token = typed.trim();

  const isBusy = isLoading || isSuccess;
  useEffect(() => {
    onBusy(isBusy);
    return () => onBusy(false);
  }, [isBusy, onBusy]);

  useEffect(() => {
    if (!isSuccess) return;
    wakeExtension();
    const timer = setTimeout(() => loadPage(LINKED_PAGES_ADDRESS), LINK_SUCCESS_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, loadPage]);

  const text = isLoading ? 'Linking...' : 'Link Page';
  const form = useMainButton({ text, isDisabled: !token || isSuccess, isBusy: isLoading });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token && !isBusy) void link({ body: { token } });
  };

  return (
    <form ref={form} className={styles.form} onSubmit={submit}>
      <p className={styles.text}>Enter the linking token from your Chrome extension to connect your OnlyFans page.</p>
      <label htmlFor={id} className={styles.label}>
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
        onChange={(event) => setTyped(event.target.value)}
      />
      {error && <ErrorAlert message={errorSentence(error, 'An error occurred during linking')} />}
      {isSuccess && <SuccessNote>Page linked successfully!</SuccessNote>}
      <Button type="primary" htmlType="submit" block disabled={!token || isBusy}>
        {text}
      </Button>
    </form>
  );
}
