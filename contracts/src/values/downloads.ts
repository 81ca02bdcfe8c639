/** Lifetime of the address of a prepared file. */
export const DOWNLOAD_TICKET_SECONDS = 60;
/** The ZIP format without extensions has at most 4 GB and 65,535 files. */
export const MAX_ZIP_BYTES = 3.5 * 1024 ** 3;
export const MAX_ZIP_FILES = 60_000;
