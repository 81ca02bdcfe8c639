import { en } from './en.ts';
import { ru } from './ru.ts';

export type Language = 'en' | 'ru';

/** Why a file does not become a flyer. */
export type Refusal = 'too_large' | 'not_an_image' | 'damaged' | 'not_available' | 'no_space';

export interface RefusedFile {
  /** Its position in the album; null for a single message. */
  readonly place: number | null;
  readonly why: Refusal;
}

export interface FinishFacts {
  readonly assistant: string;
  readonly posted: number;
  readonly failed: number;
  /** Names of pages on which something failed, each once. */
  readonly failedPages: readonly string[];
  /** Posts whose screenshot could not be made or was deleted because of its age. */
  readonly withoutPicture: number;
}

/** All texts of the bot. A language that lacks a text does not compile. */
export type Messages = typeof en;

export const messagesIn = (language: Language): Messages => (language === 'ru' ? ru : en);
