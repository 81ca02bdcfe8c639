/** The kinds of screens that web vitals tell apart. */
export const WEB_VITALS_SCREENS = ['landing', 'dashboard', 'task', 'admin', 'other'] as const;
export type WebVitalsScreen = (typeof WEB_VITALS_SCREENS)[number];
