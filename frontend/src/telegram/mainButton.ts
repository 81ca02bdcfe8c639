import { type RefObject, useEffect, useRef, useState } from 'react';
import { TopMost } from './TopMost.ts';
import type { WebApp } from './webApp.ts';

interface MainButtonOptions {
  /** Label of the form's own button. */
  readonly text: string;
  readonly isDisabled: boolean;
  readonly isBusy: boolean;
}
interface Action extends MainButtonOptions {
  readonly form: RefObject<HTMLFormElement | null>;
}

const actions = new TopMost<Action>();

export function bindMainButton({ MainButton }: WebApp): void {
  // Like a click on the form's own button, so the form's checks apply.
  MainButton.onClick(() => actions.top()?.form.current?.requestSubmit());
  actions.watch((action) => {
    if (!action) {
      MainButton.hideProgress();
      MainButton.hide();
      return;
    }
    if (action.isBusy) MainButton.showProgress();
    else MainButton.hideProgress();
    MainButton.setParams({ text: action.text, is_active: !action.isDisabled && !action.isBusy, is_visible: true });
  });
}

/**
 * Makes Telegram's main button submit a form while the form is mounted. Returns the ref for the form. The form keeps
 * its own button, for clients without a main button.
 */
export function useMainButton({ text, isDisabled, isBusy }: MainButtonOptions): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // The same object on every render, because the stack identifies its items by identity.
  const [action] = useState<Action>(() => ({ text, isDisabled, isBusy, form }));
  useEffect(() => {
    Object.assign(action, { text, isDisabled, isBusy });
    actions.changed(action);
  }, [action, text, isDisabled, isBusy]);
  useEffect(() => actions.add(action), [action]);
  return form;
}
