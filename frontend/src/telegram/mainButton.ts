import { type RefObject, useEffect, useRef, useState } from 'react';
import { TopMost } from './TopMost.ts';
import type { WebApp } from './webApp.ts';

interface MainButtonOptions {
  /** What the form's own button says. */
  readonly text: string;
  readonly isDisabled: boolean;
  readonly isBusy: boolean;
}
interface Action extends MainButtonOptions {
  readonly form: RefObject<HTMLFormElement | null>;
}

const actions = new TopMost<Action>();

export function bindMainButton({ MainButton }: WebApp): void {
  // As if the form's own button was pressed: its checks are the only ones.
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
 * Makes Telegram's main button submit a form, for as long as the form is there; give the form the ref. The form keeps
 * its own button, for clients that show no main button.
 */
export function useMainButton({ text, isDisabled, isBusy }: MainButtonOptions): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // One object for as long as the form is there: what lies on top is told by it.
  const [action] = useState<Action>(() => ({ text, isDisabled, isBusy, form }));
  useEffect(() => {
    Object.assign(action, { text, isDisabled, isBusy });
    actions.changed(action);
  }, [action, text, isDisabled, isBusy]);
  useEffect(() => actions.add(action), [action]);
  return form;
}
