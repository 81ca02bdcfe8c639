import { useState } from 'react';
import plain from './plain.module.css';

interface AccountQuestionProps {
  readonly current: string | null;
  readonly offered: string;
  onKeep(): void;
  onSwitch(): Promise<void>;
}

/** Otherwise an attacker's link could sign the user in to the attacker's account, and show there what the user does (login CSRF). */
export function AccountQuestion({ current, offered, onKeep, onSwitch }: AccountQuestionProps) {
  const [isSwitching, setIsSwitching] = useState(false);
  const change = async () => {
    setIsSwitching(true);
    await onSwitch();
    setIsSwitching(false);
  };
  return (
    <main className="u-middle">
      <section className="u-card u-full" style={{ maxWidth: 440, padding: 20 }} aria-labelledby="account-question">
        <h1 id="account-question" className="u-strong u-below12 u-size16">
          {current === null ? 'Sign in with this account?' : 'Switch to another account?'}
        </h1>
        <dl className={`u-terms u-grid u-gap8 u-break ${plain.accounts}`}>
          {current !== null && (
            <div>
              <dt className="u-fine">Signed in now</dt>
              <dd className="u-medium">{current}</dd>
            </div>
          )}
          <div>
            <dt className="u-fine">{current === null ? 'Account' : 'Would replace it'}</dt>
            <dd className="u-medium">{offered}</dd>
          </div>
        </dl>
        <p className="u-muted u-below16">
          This sign-in did not start in this browser tab. Go on only if you have just signed in with Telegram yourself.
        </p>
        <div className="u-wrap u-gap8">
          <button type="button" className={plain.button} disabled={isSwitching} onClick={onKeep}>
            {current === null ? 'Cancel' : 'Keep'}
          </button>
          <button
            type="button"
            className={`${plain.button} ${plain.other}`}
            disabled={isSwitching}
            onClick={() => void change()}
          >
            {current === null ? 'Sign in' : 'Switch'}
          </button>
        </div>
      </section>
    </main>
  );
}
