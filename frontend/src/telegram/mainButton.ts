import { type RefObject, useEffect, useRef, useState } from 'react';
import { TopMost } from './TopMost.ts';
import type { WebApp } from './webApp.ts';

interface Action {
  text: string;
  isDisabled: boolean;
  isBusy: boolean;
  form: RefObject<HTMLFormElement | null>;
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

interface MainButtonOptions {
  /** What the form's own button says. */
  readonly text: string;
  readonly isDisabled: boolean;
  readonly isBusy: boolean;
}

/**
 * Makes Telegram's main button the twin of a form's one button, for as long as the form is there; give the form the ref.
 * The form keeps its own: a client that shows no main button must not lose the action.
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
