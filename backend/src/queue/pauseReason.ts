import type { Assistant } from '@flyerdeck/contracts';

/** As stored. `queueing`: its postings are still being added (`assistants/queueing.ts`). It is not shown as paused. */
export type PauseReason = NonNullable<Assistant['pause_reason']> | 'queueing';
