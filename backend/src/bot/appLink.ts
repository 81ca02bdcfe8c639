import type { Messages } from './messages/botMessages.ts';
import type { TextPayload } from './outbox.ts';

/** Adds to a text the way into the app: a button where Telegram can open it, its address where not. */
export type AppLink = (text: string, messages: Messages, path?: string) => Omit<TextPayload, 'kind'>;

/** `baseUrl`: where people reach the product. Telegram opens mini apps over https only. */
export const appLinkTo =
  (baseUrl: string | null): AppLink =>
  (text, messages, path = '/') => {
    if (baseUrl === null) return { text };
    const url = `${baseUrl}${path}`;
    if (!url.startsWith('https://')) return { text: `${text}\n${messages.openAppAt(url)}` };
    return { text, button: { text: messages.openApp, url, opensMiniApp: true } };
  };

/** The Assistants tab with this one unfolded. */
export const assistantPath = (id: string) => `/?view=assistants&expandAssistant=${id}`;
