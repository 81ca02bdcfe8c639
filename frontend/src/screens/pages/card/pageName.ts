import type { Page } from '@flyerdeck/contracts/types';

/** What a page is called on its card. */
export const pageName = (page: Pick<Page, 'name' | 'username'>): string => page.name || page.username || 'Unnamed Page';
