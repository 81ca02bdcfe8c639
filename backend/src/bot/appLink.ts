import type { Messages } from './messages/botMessages.ts';
import type { MessageText } from './outbox.ts';

/** Returns a message with `text` and a link to `path` of the web app: a button if the URL is https, otherwise the URL as text. */
export type AppLink = (text: string, messages: Messages, path?: string) => MessageText;

/** `baseUrl`: PUBLIC_URL, or without it the address of the web app. Telegram opens mini apps only over https. */
export const appLinkTo =
  (baseUrl: string): AppLink =>
  (text, messages, path = '/') => {
    const url = `${baseUrl}${path}`;
    if (!url.startsWith('https://')) return { text: `${text}\n${messages.openAppAt(url)}` };
    return { text, button: { text: messages.openApp, url } };
  };

/** Returns the path of the Assistants tab with one assistant expanded. `id` is the assistant's id. */
export const assistantPath = (id: string) => `/?view=assistants&expandAssistant=${id}`;
