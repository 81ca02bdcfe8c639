import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { TELEGRAM_THEMES } from '../../test/telegramThemes.ts';
import { useBackButton, useMainButton } from './buttons.ts';
import { useClosingConfirmation } from './closingConfirmation.ts';
import { readMiniApp, startAddress } from './miniApp.ts';
import { showMiniApp, startMiniApp } from './startMiniApp.ts';
import { contrast, type Palette, parseHex, telegramTheme } from './telegramTheme.ts';
import { useTelegramTheme } from './webApp.ts';

describe('opening', () => {
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

  test('the main button has the state of the form: disabled, enabled, in progress', () => {
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
  });
});

describe('mini app', () => {
  const user = { id: 42, first_name: 'Eva', username: 'eva' };
  const initData = new URLSearchParams({ user: JSON.stringify(user), auth_date: '1770000000', hash: 'abc' }).toString();
  const hashOf = (data: string) => new URLSearchParams({ tgWebAppData: data, tgWebAppPlatform: 'ios' }).toString();

  afterEach(() => window.history.replaceState(null, '', '/'));

  test('an ordinary browser has no mini app data [4.1-08]', () => {
    window.history.replaceState(null, '', '/#pricing');
    expect(readMiniApp()).toBeNull();
  });

  test('the raw init data and its user are read from the address [4.1-08]', () => {
    window.history.replaceState(null, '', `/#${hashOf(initData)}`);
    expect(readMiniApp()).toEqual({
      initData,
      isInTelegram: false,
      user: { id: '42', username: 'eva', first_name: 'Eva', last_name: undefined },
    });
  });

  test('the mini app data is kept after a reload without launch parameters in the address', () => {
    window.history.replaceState(null, '', `/#${hashOf(initData)}`);
    readMiniApp();
    window.history.replaceState(null, '', '/?view=pages');
    expect(readMiniApp()?.initData).toBe(initData);
  });

  test.each(['', 'user=not-json', 'auth_date=1'])('init data %j has no user', (data) => {
    window.history.replaceState(null, '', `/#${hashOf(data)}`);
    expect(readMiniApp()?.user.id).toBeNull();
  });

  test('an address with the init data of two users has no user, because Telegram adds one [S6.3-3]', () => {
    const other = new URLSearchParams({ user: JSON.stringify({ id: 666, first_name: 'Mallory' }), hash: 'def' });
    window.history.replaceState(null, '', `/#${hashOf(other.toString())}&${hashOf(initData)}`);
    expect(readMiniApp()).toMatchObject({ initData: '', user: { id: null } });
  });

  describe('the app is inside Telegram', () => {
    beforeEach(() => window.history.replaceState(null, '', `/#${hashOf(initData)}`));
    const withProperty = (name: string, value: unknown) => {
      Object.defineProperty(window, name, { configurable: true, value });
      const isInTelegram = readMiniApp()?.isInTelegram;
      delete (window as unknown as Record<string, unknown>)[name];
      return isInTelegram;
    };

    test("when the web view has added Telegram's proxy object", () => {
      expect(withProperty('TelegramWebviewProxy', { postEvent() {} })).toBe(true);
      expect(readMiniApp()?.isInTelegram).toBe(false);
    });

    test('when another window frames the app', () => {
      jest.spyOn(window, 'parent', 'get').mockReturnValue({} as Window);
      expect(readMiniApp()?.isInTelegram).toBe(true);
    });
  });

  describe('startAddress', () => {
    afterEach(() => window.history.replaceState(null, '', '/'));

    test.each([
      ['view_queue', '/?view=queue'],
      [
        'assistant_00000000-0000-4000-8000-000000000007',
        '/?view=assistants&expandAssistant=00000000-0000-4000-8000-000000000007',
      ],
      ['page_7', '/?view=pages&page=7'],
      ['task_7', '/tasks/7'],
      ['constructor_7', null],
      ['view_a&b=c', null],
      ['task_../admin', null],
    ])('a link with startapp=%s opens %s', (start, address) => {
      window.history.replaceState(
        null,
        '',
        `/#${new URLSearchParams({ tgWebAppPlatform: 'ios', tgWebAppStartParam: start })}`,
      );
      expect(startAddress()).toBe(address);
    });
  });
});

const { light: DAY, dark: NIGHT } = TELEGRAM_THEMES;
/** A custom theme with bright texts on bright colours, and a button with dark text. */
const CUSTOM = {
  bg_color: '#ffe0f0',
  text_color: '#ff66aa',
  hint_color: '#ffb0d0',
  button_color: '#ffee00',
  button_text_color: '#222200',
  link_color: '#ff99cc',
} as const;

const ratio = (palette: Palette, text: keyof Palette, ground: keyof Palette): number => {
  const [one, other] = [parseHex(palette[text]), parseHex(palette[ground])];
  if (!one || !other) throw new Error(`${palette[text]} or ${palette[ground]} is no colour.`);
  return contrast(one, other);
};

const TEXTS: readonly [keyof Palette, readonly (keyof Palette)[]][] = [
  ['text', ['bg', 'surface', 'hover']],
  ['text-muted', ['bg', 'surface', 'hover']],
  ['accent-text', ['bg', 'surface', 'hover', 'accent-soft']],
  ['on-accent', ['accent']],
  ['success', ['bg', 'surface', 'success-soft']],
  ['warning', ['bg', 'surface', 'warning-soft']],
  ['danger', ['bg', 'surface', 'danger-soft']],
  ['info', ['bg', 'surface', 'info-soft']],
];

test.each([
  ['day', DAY, 'light'],
  ['night', NIGHT, 'dark'],
  ['custom', CUSTOM, 'light'],
] as const)('all texts of the %s theme have enough contrast', (_name, params, scheme) => {
  const theme = telegramTheme(params);
  if (!theme) throw new Error('No theme.');
  expect(theme.scheme).toBe(scheme);
  for (const [text, backgrounds] of TEXTS) {
    for (const ground of backgrounds) {
      expect([text, ground, ratio(theme.palette, text, ground) >= 4.5]).toEqual([text, ground, true]);
    }
  }
  expect(ratio(theme.palette, 'control-border', 'surface')).toBeGreaterThanOrEqual(3);
});
