export function newestChangeMs(path: string): number;
