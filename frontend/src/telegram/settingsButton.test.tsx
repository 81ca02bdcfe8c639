import { render } from '@testing-library/react';
import { bindSettingsButton, useSettingsButton } from './settingsButton.ts';
import type { WebApp } from './webApp.ts';

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
