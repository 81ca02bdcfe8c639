import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';
import { TAG_TYPES } from './tags.ts';

/**
 * The one query cache; every area injects its endpoints, named as in the contracts.
 * A remounted screen asks again: the slices are pruned by whichever list answered last, so a cached answer alone
 * would not bring its rows back.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: TAG_TYPES,
  refetchOnMountOrArgChange: true,
  endpoints: () => ({}),
});
