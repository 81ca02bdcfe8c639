import { CACHE_TAG_TYPES } from '@flyerdeck/contracts/cacheTags.values';
import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';

/** A screen fetches again when it is mounted: another list may have removed rows from the slices, and a cached response would not restore them. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: CACHE_TAG_TYPES,
  refetchOnMountOrArgChange: true,
  endpoints: () => ({}),
});

/** For a query that two parts of one screen use: the part that is mounted later does not repeat it. */
export const JUST_READ_SECONDS = 2;
