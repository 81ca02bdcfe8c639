import type { Page } from '@flyerdeck/contracts/types';

export const pageName = (page: Pick<Page, 'name' | 'username'>): string => page.name || page.username || 'Unnamed Page';
