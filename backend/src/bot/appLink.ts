import type { Messages } from './messages/botMessages.ts';
import type { MessageText } from './outbox.ts';

/** Adds a link to the app to a text: a button when the address is https, otherwise the address. */
export type AppLink = (text: string, messages: Messages, path?: string) => MessageText;

/** `baseUrl`: the product's address for users. Telegram opens mini apps only over https. */
export const appLinkTo =
  (baseUrl: string): AppLink =>
  (text, messages, path = '/') => {
    const url = `${baseUrl}${path}`;
    if (!url.startsWith('https://')) return { text: `${text}\n${messages.openAppAt(url)}` };
    return { text, button: { text: messages.openApp, url } };
  };

/** The Assistants tab with this assistant expanded. */
export const assistantPath = (id: string) => `/?view=assistants&expandAssistant=${id}`;
