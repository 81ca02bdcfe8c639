import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { DeleteAccountForm } from '../../app/deleteAccount/DeleteAccountForm.tsx';
import { webAppSettings } from '../../app/webAppSettings.ts';
import { isSignInNonce, removeSignInNonce } from '../../data/request/signInNonce.ts';
import { NONCE_PARAMETER, readWidgetProof, TelegramLoginWidget } from './SignInCard.tsx';

const ADDRESS = '/auth/delete-account';

/** Telegram's confirmation in the query. Ignored if this tab did not ask for it: anyone can make such a link. */
function readProof(search: string) {
  const query = new URLSearchParams(search);
  return isSignInNonce(query.get(NONCE_PARAMETER)) ? readWidgetProof(query) : null;
}

export default function DeleteAccountScreen() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [widget] = useState(() => readProof(search));

  useEffect(() => {
    if (!search) return;
    if (widget) removeSignInNonce();
    // The proof must not stay in the address bar or in the history.
    navigate(ADDRESS, { replace: true });
  }, [search, widget, navigate]);

  return (
    <main className="u-middle">
      <section
        className="u-card u-grid u-gap16 u-full"
        style={{ maxWidth: 480, padding: 20 }}
        aria-labelledby="delete-my-account"
      >
        <h1 id="delete-my-account" className="u-strong u-flush u-size18">
          Delete my account
        </h1>
        {widget ? (
          <>
            <DeleteAccountForm proof={{ widget }} />
            <p className="u-muted u-flush">
              The confirmation by Telegram is valid for five minutes. <a href={ADDRESS}>Confirm again</a>
            </p>
          </>
        ) : (
          <>
            <p className="u-flush">Telegram must confirm that it is you: sign in once more.</p>
            <TelegramLoginWidget botUsername={webAppSettings.botUsername} callbackPath={ADDRESS} />
          </>
        )}
        <a href="/">Keep my account</a>
      </section>
    </main>
  );
}
