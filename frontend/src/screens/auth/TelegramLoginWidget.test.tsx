import { render } from '@testing-library/react';
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
});
