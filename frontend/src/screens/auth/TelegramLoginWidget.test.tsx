import { fireEvent, render, screen } from '@testing-library/react';
import { isSignInNonce } from '../../data/request/signInNonce.ts';
import { TelegramLoginWidget } from './SignInCard.tsx';

const widgetScripts = () => document.querySelectorAll<HTMLScriptElement>('script[src*="telegram-widget"]');

describe('TelegramLoginWidget', () => {
  it("loads Telegram's script for a large, rounded button with user picture, write access and the callback /auth/callback [2.4-02]", () => {
    render(<TelegramLoginWidget botUsername="some_bot" />);
    const [script] = widgetScripts();
    expect(script).toHaveAttribute('src', 'https://telegram.org/js/telegram-widget.js?22');
    expect(script).toHaveAttribute('data-telegram-login', 'some_bot');
    expect(script).toHaveAttribute('data-size', 'large');
    expect(script).toHaveAttribute('data-radius', '20');
    expect(script).toHaveAttribute('data-userpic', 'true');
    expect(script).toHaveAttribute('data-request-access', 'write');
    const callback = new URL(script?.dataset.authUrl ?? '', 'http://localhost');
    expect(callback.pathname).toBe('/auth/callback');
    // The callback uses this nonce to check that the sign-in started in the same tab.
    expect(isSignInNonce(callback.searchParams.get('state'))).toBe(true);
    expect(callback.searchParams.get('state')).toMatch(/^[0-9a-f]{32}$/);
  });

  it("shows a message when Telegram's script cannot be loaded", () => {
    render(<TelegramLoginWidget botUsername="some_bot" />);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    const [script] = widgetScripts();
    if (!script) throw new Error('No script.');
    fireEvent.error(script);
    expect(screen.getByRole('status')).toHaveTextContent('could not be loaded');
  });

  it('keeps one script after its bot changes and none after it is unmounted', () => {
    const { rerender, unmount } = render(<TelegramLoginWidget botUsername="some_bot" />);
    rerender(<TelegramLoginWidget botUsername="other_bot" />);
    expect([...widgetScripts()].map((script) => script.dataset.telegramLogin)).toEqual(['other_bot']);
    unmount();
    expect(widgetScripts()).toHaveLength(0);
  });
});
