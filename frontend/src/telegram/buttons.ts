import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { WebApp } from './webApp.ts';

export class TopMost<T> {
  private readonly items: T[] = [];
  private onChange: (top: T | null) => void = () => {};

  /** Adds an item on top, or below all others. Returns a function that removes it. */
  add(item: T, { isBelow = false } = {}): () => void {
    if (isBelow) this.items.unshift(item);
    else this.items.push(item);
    this.onChange(this.top());
    return () => {
      const index = this.items.indexOf(item);
      if (index < 0) return;
      this.items.splice(index, 1);
      this.onChange(this.top());
    };
  }

  top(): T | null {
    return this.items.at(-1) ?? null;
  }

  /** Sets the one watcher. It is called at once and on every change. */
  watch(onChange: (top: T | null) => void): void {
    this.onChange = onChange;
    onChange(this.top());
  }

  changed(item: T): void {
    if (this.top() === item) this.onChange(item);
  }
}

const backHandlers = new TopMost<() => void>();

export function bindBackButton({ BackButton, isVersionAtLeast }: WebApp): void {
  if (!isVersionAtLeast('6.1')) return;
  BackButton.onClick(() => backHandlers.top()?.());
  backHandlers.watch((top) => (top ? BackButton.show() : BackButton.hide()));
}

/** Calls the `goBack` of the dialog that opened last, or else that of the screen (`isBelow`). */
export function useBackButton(goBack: () => void, isActive: boolean, { isBelow = false } = {}): void {
  const act = useEffectEvent(goBack);
  useEffect(() => (isActive ? backHandlers.add(() => act(), { isBelow }) : undefined), [isActive, isBelow]);
}

interface MainButtonOptions {
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

/** The form keeps its own button, except in the link dialog on a phone. */
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

const settingsHandlers = new TopMost<() => void>();

export function bindSettingsButton({ SettingsButton, isVersionAtLeast }: WebApp): void {
  if (!isVersionAtLeast('7.0')) return;
  SettingsButton.onClick(() => settingsHandlers.top()?.());
  settingsHandlers.watch((top) => (top ? SettingsButton.show() : SettingsButton.hide()));
}

export function useSettingsButton(onOpen: () => void): void {
  const open = useEffectEvent(onOpen);
  useEffect(() => settingsHandlers.add(() => open()), []);
}
