import { useEffect, useState } from 'react';
import { boot, cls } from './boot.ts';
import { AtEndOfBody } from './Dialog.tsx';
import { WhenDrawn } from './WhenDrawn.tsx';

interface Toast {
  readonly message: string;
  readonly href?: string;
}

let show: (toast: Toast) => void = () => {};

/** Shows a message at the edge of the page for some seconds. */
export const notify = (message: string, href?: string): void => show(href ? { message, href } : { message });

export function Toasts() {
  const [toast, setToast] = useState<Toast | null>(null);
  useEffect(() => {
    show = setToast;
  }, []);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(null), boot.toastMs);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <AtEndOfBody>
      <div className={cls('toasts')} role="status">
        {toast && (
          <WhenDrawn>
            <div className={cls('toast')}>
              {toast.message} {toast.href && <a href={toast.href}>View</a>}{' '}
              <button type="button" className={cls('link')} aria-label="Dismiss" onClick={() => setToast(null)}>
                ×
              </button>
            </div>
          </WhenDrawn>
        )}
      </div>
    </AtEndOfBody>
  );
}
