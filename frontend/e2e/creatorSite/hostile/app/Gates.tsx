import { useEffect, useState } from 'react';
import { cls, on } from './boot.ts';
import { AtEndOfBody } from './Dialog.tsx';

const GATES = ['age-gate', 'cookie-banner', 'news-dialog'] as const;
type Gate = (typeof GATES)[number];

const isOn = (gate: Gate) =>
  on(gate) || (gate === 'news-dialog' && on('gates-every-time') && !on('age-gate') && !on('cookie-banner'));
const seenKey = (gate: Gate) => `seen.${gate}`;

/** The gate that stands before the page, and how to pass it. */
export function useGates(): { first: Gate | null; pass(): void } {
  // The server does not know what this browser has seen; until the page works, nobody can pass a gate.
  const [open, setOpen] = useState<readonly Gate[]>(() => GATES.filter((gate) => gate === 'age-gate' && isOn(gate)));
  useEffect(() => {
    setOpen(GATES.filter((gate) => isOn(gate) && (on('gates-every-time') || !localStorage.getItem(seenKey(gate)))));
  }, []);
  const [first = null] = open;
  return {
    first,
    pass() {
      if (first) localStorage.setItem(seenKey(first), '1');
      setOpen(open.slice(1));
    },
  };
}

export function Gates({ first, pass }: ReturnType<typeof useGates>) {
  if (first === 'age-gate') {
    return (
      <div className={cls('wall')}>
        <h1>This site has content for adults</h1>
        <button type="button" className={cls('button', 'primary')} onClick={pass}>
          I am 18 or older
        </button>
        <a href="about:blank">Leave</a>
      </div>
    );
  }
  if (first === 'cookie-banner') {
    return (
      <AtEndOfBody>
        <div className={cls('backdrop', 'bottom')}>
          <section className={cls('dialog')} aria-label="Cookies">
            <p>We and our 214 partners use cookies.</p>
            <button type="button" className={cls('button')} onClick={pass}>
              Only necessary
            </button>
            <button type="button" className={cls('button', 'primary')} onClick={pass}>
              Accept all
            </button>
          </section>
        </div>
      </AtEndOfBody>
    );
  }
  if (first === 'news-dialog') {
    return (
      <AtEndOfBody>
        <div className={cls('backdrop')}>
          <div className={cls('dialog')} role="dialog" aria-modal="true" aria-label="What's new">
            <button type="button" className={cls('close')} aria-label="Close" onClick={pass}>
              ×
            </button>
            <h2>What's new</h2>
            <p>Stories now last for two days.</p>
          </div>
        </div>
      </AtEndOfBody>
    );
  }
  return null;
}
