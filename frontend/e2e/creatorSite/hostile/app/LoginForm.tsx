import { type FormEvent, useState } from 'react';
import { cls } from './boot.ts';
import { logIn } from './calls.ts';

export function LoginForm({ onDone }: { onDone(): void }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await logIn(username, password)) onDone();
    else setWrong(true);
  };
  return (
    <form className={cls('login')} aria-label="Log in" onSubmit={submit}>
      <h1>Log in</h1>
      <label>
        Username
        <input value={username} autoComplete="username" onChange={({ target }) => setUsername(target.value)} />
      </label>
      <label>
        Password
        <input
          type="password"
          value={password}
          autoComplete="current-password"
          onChange={({ target }) => setPassword(target.value)}
        />
      </label>
      {isWrong && <p role="alert">Wrong username or password.</p>}
      <button type="submit" className={cls('button', 'primary')}>
        Log in
      </button>
    </form>
  );
}
