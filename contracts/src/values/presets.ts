export const MAX_PRESETS_PER_USER = 100;
/** Pages chosen one by one in one set of rules. Tags may match any number of pages. */
export const MAX_TARGET_PAGES = 1_000;
export const MAX_TARGET_TAGS = 200;
/** Room for far more target pages than rules may have, so that too many get the 422 that says what to do. */
export const MAX_RULES_BODY_BYTES = 1_200_000;
