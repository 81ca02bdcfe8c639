import { storageOrMemory } from '../../lib/browser.ts';
import { type Offer, offerKey } from './userKeys.ts';

// Not in storage.ts, which the first load of the landing page needs.

const store = storageOrMemory(() => localStorage);

export const isOver = (offer: Offer, telegramId: string): boolean =>
  store().getItem(offerKey(offer, telegramId)) !== null;

export const endOffer = (offer: Offer, telegramId: string): void => store().setItem(offerKey(offer, telegramId), '1');
