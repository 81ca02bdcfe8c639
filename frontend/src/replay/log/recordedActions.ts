import { createAction } from '@reduxjs/toolkit';

/** The router's address changed. This action is only for the log; no reducer handles it. */
export const navigationChanged = createAction<{ address: string }>('navigation/changed');

/** A reducer threw at the action before. This action is only for the log: name and message of the exception. */
export const exceptionThrown = createAction<string>('exception/thrown');

export const clockTicked = createAction<{ nowMs: number }>('clock/ticked');
