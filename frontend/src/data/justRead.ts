/**
 * For `refetchOnMountOrArgChange` of a query that two parts of one screen use: the part that is mounted later does not repeat a
 * call that has just been answered.
 */
export const JUST_READ_SECONDS = 2;
