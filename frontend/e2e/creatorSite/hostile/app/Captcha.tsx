import { useState } from 'react';
import { cls } from './boot.ts';
import { passCaptcha } from './calls.ts';

export function Captcha() {
  const [isHuman, setHuman] = useState(false);
  return (
    <div className={cls('wall')}>
      <h1>One more step</h1>
      <label>
        <input type="checkbox" checked={isHuman} onChange={({ target }) => setHuman(target.checked)} />I am human
      </label>
      <button
        type="button"
        className={cls('button', 'primary')}
        disabled={!isHuman}
        onClick={() => passCaptcha().then(() => location.assign('/'))}
      >
        Continue
      </button>
    </div>
  );
}
