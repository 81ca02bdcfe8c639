/** Kinds of rows of the spec suite, as the report at its end counts them. */
export const ROW_KINDS = ['seen in Chromium', 'shown by a component test', 'not testable'] as const;
export type RowKind = (typeof ROW_KINDS)[number];
