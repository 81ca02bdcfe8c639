import { CACHE_TAG_TYPES } from '@flyerdeck/contracts/values/cacheTags';
import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';

/**
 * The only RTK Query API. Every area injects its endpoints, which have the names of the contracts.
 * A screen fetches again when it is mounted again: the response of another list may have removed rows from the slices,
 * and a cached response would not restore them.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: CACHE_TAG_TYPES,
  refetchOnMountOrArgChange: true,
  endpoints: () => ({}),
});
