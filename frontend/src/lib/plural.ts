/** '1 task', '3 tasks' */
export const plural = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
