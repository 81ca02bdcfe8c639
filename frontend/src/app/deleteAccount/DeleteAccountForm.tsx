import type { EraseAccountBody } from '@flyerdeck/contracts/types';
import type { FormEvent } from 'react';
import { errorSentence } from '../../data/apiError.ts';
import { useEraseAccountMutation } from '../../data/session/accountApi.ts';
import { leaveErasedAccount } from '../../data/session/login.ts';
import { selectCurrentUser } from '../../data/session/sessionSlice.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import fields from '../../ui/fields.module.css';
import { useAppDispatch, useAppSelector, useOpenSignIn } from '../hooks.ts';
import plain from '../plain.module.css';

const WORD = 'DELETE';

/** Deletes the account after the user has typed a word. Without antd, which the pages under /auth do not load. `proof` is Telegram's confirmation of who the user is. */
export function DeleteAccountForm({ proof }: { readonly proof: Pick<EraseAccountBody, 'init_data' | 'widget'> }) {
  const [typed, setTyped] = useUiState('deleteAccount', '');
  const [erase, { isLoading, error }] = useEraseAccountMutation();
  const user = useAppSelector(selectCurrentUser);
  const dispatch = useAppDispatch();
  const openSignIn = useOpenSignIn();
  const isConfirmed = typed.trim() === WORD;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isConfirmed || isLoading) return;
    const { error: refused } = await erase({ body: { confirm: WORD, ...proof } });
    if (refused) return;
    await dispatch(leaveErasedAccount());
    openSignIn();
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <p className="u-muted u-below12">
        Your name, pages, flyers, screenshots, sessions and messages are deleted; posting stops.
        {user && user.credits_balance > 0 && ` Your ${user.credits_balance.toLocaleString('en-US')} credits are lost.`}{' '}
        The ledger stays without your name. A later sign-in gets no bonus. This is final.
      </p>
      <div className={`u-line u-gap8 ${plain.form}`}>
        <label htmlFor="delete-account">Type {WORD} to confirm</label>
        <input
          id="delete-account"
          className={fields.input}
          value={typed}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
          disabled={isLoading}
        />
        <button type="submit" className={`${plain.button} ${plain.delete}`} disabled={!isConfirmed || isLoading}>
          Delete my account
        </button>
      </div>
      {error && (
        <p role="alert" className="u-notice u-tone" data-tone="danger">
          {errorSentence(error, 'Failed to delete the account')}
        </p>
      )}
    </form>
  );
}
