import { en } from './en.ts';
import { ru } from './ru.ts';

export type Language = 'en' | 'ru';

export interface QueueFacts {
  readonly isPosting: boolean;
  readonly waiting: number;
  readonly inProgress: number;
  readonly completed: number;
  readonly failed: number;
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

/** Why a file does not become a flyer. */
export type Refusal = 'too_large' | 'not_an_image' | 'damaged' | 'not_available' | 'no_space';

export interface AddedFacts {
  readonly assistant: string;
  readonly added: number;
  readonly total: number;
  /** With the file's position in its album; null for a single message. */
  readonly refused: readonly { readonly place: number | null; readonly why: Refusal }[];
}

/** All texts of the bot. A language that lacks a text does not compile. */
export interface Messages {
  readonly unnamed: string;
  welcomeBonus(credits: number): string;
  start(facts: { name: string; credits: number }): string;
  readonly help: string;
  readonly notUnderstood: string;
  readonly deactivated: string;
  readonly openApp: string;
  openAppAt(address: string): string;
  newAssistantName(date: string): string;
  created(assistant: string): string;
  nameTooLong(limit: number): string;
  tooManyAssistants(limit: number): string;
  balance(facts: { credits: number; feeCredits: number; hours: number }): string;
  queue(facts: QueueFacts): string;
  added(facts: AddedFacts): string;
  noneAdded(facts: Pick<AddedFacts, 'refused'>): string;
  finished(facts: FinishFacts): string;
  picturesAgain(facts: { assistant: string; pictures: number; withoutPicture: number }): string;
  outOfCredits(facts: { assistants: readonly string[]; credits: number; feeCredits: number }): string;
  pagesOffline(facts: { pages: readonly string[] }): string;
  /** The descriptions of the commands in Telegram's menu. */
  readonly commands: Readonly<Record<'start' | 'new' | 'balance' | 'queue' | 'help', string>>;
}

export const messagesIn = (language: Language): Messages => (language === 'ru' ? ru : en);
