import type { Messages } from './messages/botMessages.ts';
import type { MessageText } from './outbox.ts';

/** Adds the way into the app to a text: a button where Telegram can open it, otherwise its address. */
export type AppLink = (text: string, messages: Messages, path?: string) => MessageText;

/** `baseUrl`: the address under which people reach the product. Telegram opens mini apps over https only. */
export const appLinkTo =
  (baseUrl: string): AppLink =>
  (text, messages, path = '/') => {
    const url = `${baseUrl}${path}`;
    if (!url.startsWith('https://')) return { text: `${text}\n${messages.openAppAt(url)}` };
    return { text, button: { text: messages.openApp, url } };
  };

/** The Assistants tab with this assistant expanded. */
export const assistantPath = (id: string) => `/?view=assistants&expandAssistant=${id}`;
