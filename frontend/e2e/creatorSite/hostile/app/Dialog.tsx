import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { cls } from './boot.ts';
import { WhenDrawn } from './WhenDrawn.tsx';

/** Draws its content at the end of the body. The server draws nothing of it. */
export function AtEndOfBody({ children }: { children: ReactNode }) {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted ? createPortal(children, document.body) : null;
}

interface DialogProps {
  readonly label: string;
  readonly role?: 'dialog' | 'alertdialog';
  readonly children: ReactNode;
  onClose?(): void;
}

/** A dialog over the page. */
export const Dialog = ({ label, role = 'dialog', children, onClose }: DialogProps) => (
  <AtEndOfBody>
    <div className={cls('backdrop')}>
      <div className={cls('dialog')} {...{ role, 'aria-label': label, 'aria-modal': true }}>
        {onClose && (
          <button type="button" className={cls('close')} aria-label="Close" onClick={onClose}>
            ×
          </button>
        )}
        <WhenDrawn>{children}</WhenDrawn>
      </div>
    </div>
  </AtEndOfBody>
);
