import { en } from './en.ts';
import type { Language } from './messageFacts.ts';
import { ru } from './ru.ts';

export type * from './messageFacts.ts';

export const messagesIn = (language: Language): typeof en => (language === 'ru' ? ru : en);
