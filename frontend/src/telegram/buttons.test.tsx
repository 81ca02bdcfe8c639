import { render } from '@testing-library/react';
import { bindSettingsButton, TopMost, useSettingsButton } from './buttons.ts';
import type { WebApp } from './webApp.ts';

function watched() {
  const items = new TopMost<string>();
  const tops: (string | null)[] = [];
  items.watch((top) => tops.push(top));
  return { items, tops };
}

test('the last added item is on top, and the previous one after its removal', () => {
  const { items, tops } = watched();
  items.add('screen');
  const closeDialog = items.add('dialog');
  closeDialog();
  expect(tops).toEqual([null, 'screen', 'dialog', 'screen']);
});

test('removing an item below the top does not change the top', () => {
  const { items } = watched();
  const closePanel = items.add('panel');
  items.add('dialog');
  closePanel();
  closePanel();
  expect(items.top()).toBe('dialog');
});

test('an item that is added below an open dialog becomes the top after the dialog is closed', () => {
  const { items } = watched();
  const closeDialog = items.add('dialog');
  items.add('screen', { isBelow: true });
  expect(items.top()).toBe('dialog');
  closeDialog();
  expect(items.top()).toBe('screen');
});

describe('settingsButton', () => {
  function fakeWebApp(version: string) {
    let click = () => {};
    const SettingsButton = {
      isVisible: false,
      onClick(callback: () => void) {
        click = callback;
      },
      show() {
        SettingsButton.isVisible = true;
      },
      hide() {
        SettingsButton.isVisible = false;
      },
    };
    const isVersionAtLeast = (wanted: string) => Number(version) >= Number(wanted);
    return { webApp: { SettingsButton, isVersionAtLeast } as unknown as WebApp, SettingsButton, click: () => click() };
  }

  function Screen({ onOpen }: { onOpen(): void }) {
    useSettingsButton(onOpen);
    return null;
  }

  test("Telegram's settings item is shown while the screen is open, and calls it", () => {
    const { webApp, SettingsButton, click } = fakeWebApp('7.0');
    bindSettingsButton(webApp);
    expect(SettingsButton.isVisible).toBe(false);
    const onOpen = jest.fn();
    const { unmount } = render(<Screen onOpen={onOpen} />);
    expect(SettingsButton.isVisible).toBe(true);
    click();
    expect(onOpen).toHaveBeenCalledTimes(1);
    unmount();
    expect(SettingsButton.isVisible).toBe(false);
  });

  test('a client without the settings item is left alone', () => {
    const { webApp, SettingsButton } = fakeWebApp('6.9');
    const show = jest.spyOn(SettingsButton, 'show');
    bindSettingsButton(webApp);
    render(<Screen onOpen={() => {}} />);
    expect(show).not.toHaveBeenCalled();
  });
});
