import { formatNumber } from '../../../lib/formatTotal.ts';

/** '1,204 users', or '12 of 1,204 users' where only some are shown. */
export const countText = (shown: number, all: number): string =>
  shown === all
    ? `${formatNumber(all)} ${all === 1 ? 'user' : 'users'}`
    : `${formatNumber(shown)} of ${formatNumber(all)} users`;
