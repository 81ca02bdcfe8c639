import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useBackButton, useMainButton } from './buttons.ts';
import { useClosingConfirmation } from './closingConfirmation.ts';
import { showMiniApp, startMiniApp } from './startMiniApp.ts';
import { useTelegramTheme } from './webApp.ts';

// Runs Telegram's own script and checks the events that it sends to the client.

const sent: [type: string, data: unknown][] = [];
const lastOf = (type: string) => sent.filter(([name]) => name === type).at(-1)?.[1];
const receive = (type: string, data: object) =>
  act(() => (window as unknown as { TelegramGameProxy: Client }).TelegramGameProxy.receiveEvent(type, data));
interface Client {
  receiveEvent(type: string, data: object): void;
}

beforeAll(async () => {
  // The script logs all events.
  jest.spyOn(console, 'log').mockImplementation(() => {});
  const postEvent = (type: string, data: string) => sent.push([type, JSON.parse(data)]);
  Object.assign(window, { TelegramWebviewProxy: { postEvent } });
  const theme = JSON.stringify({ bg_color: '#17212b', text_color: '#f5f5f5', button_color: '#5288c1' });
  window.history.replaceState(
    null,
    '',
    `/#${new URLSearchParams({ tgWebAppVersion: '8.0', tgWebAppPlatform: 'ios', tgWebAppThemeParams: theme })}`,
  );
  showMiniApp();
  expect(sent).toEqual([]);
  await startMiniApp();
});
beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => {});
});

test('tells Telegram that the app is ready, then expands it [2.2-15]', () => {
  sent.length = 0;
  showMiniApp();
  expect(sent.map(([type]) => type)).toEqual(['web_app_ready', 'web_app_expand']);
});

function ThemeName() {
  return <output>{useTelegramTheme()?.scheme ?? 'none'}</output>;
}

test('the document and the components get the theme, and each change of it', () => {
  render(<ThemeName />);
  expect(screen.getByRole('status')).toHaveTextContent('dark');
  expect(document.documentElement.style.getPropertyValue('--fd-surface')).toBe('#17212b');
  receive('theme_changed', { theme_params: { bg_color: '#ffffff', text_color: '#111111' } });
  expect(screen.getByRole('status')).toHaveTextContent('light');
  expect(document.documentElement.style.getPropertyValue('--fd-surface')).toBe('#ffffff');
  expect(document.documentElement.style.colorScheme).toBe('light');
});

function Form({ onSave }: { onSave(): void }) {
  const [isOpen, setIsOpen] = useState(true);
  const [isBusy, setIsBusy] = useState(false);
  return (
    <>
      {isOpen && <Fields isBusy={isBusy} onSave={onSave} onClose={() => setIsOpen(false)} />}
      <button type="button" onClick={() => setIsBusy(true)}>
        start saving
      </button>
    </>
  );
}
function Fields({ isBusy, onSave, onClose }: { isBusy: boolean; onSave(): void; onClose(): void }) {
  const [text, setText] = useState('');
  const form = useMainButton({ text: 'Save', isDisabled: text === '', isBusy });
  useBackButton(onClose, !isBusy);
  useClosingConfirmation(text !== '');
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <input aria-label="text" value={text} onChange={(event) => setText(event.target.value)} />
    </form>
  );
}

test('the main button has the state of the form: disabled, enabled, in progress; closing is confirmed while it has an edit', () => {
  const onSave = jest.fn();
  render(<Form onSave={onSave} />);
  expect(lastOf('web_app_setup_main_button')).toMatchObject({ is_visible: true, text: 'Save', is_active: false });
  receive('main_button_pressed', {});
  expect(onSave).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText('text'), { target: { value: 'a' } });
  expect(lastOf('web_app_setup_main_button')).toMatchObject({ is_active: true, is_progress_visible: false });
  receive('main_button_pressed', {});
  expect(onSave).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByText('start saving'));
  expect(lastOf('web_app_setup_main_button')).toMatchObject({ is_active: false, is_progress_visible: true });
  expect(lastOf('web_app_setup_back_button')).toEqual({ is_visible: false });
  expect(lastOf('web_app_setup_closing_behavior')).toEqual({ need_confirmation: true });
  cleanup();
  expect(lastOf('web_app_setup_closing_behavior')).toEqual({ need_confirmation: false });
});
