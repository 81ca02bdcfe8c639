import { createAction } from '@reduxjs/toolkit';

/** The router's address changed. This action is only for the log; no reducer handles it. */
export const navigationChanged = createAction<{ address: string }>('navigation/changed');

export const clockTicked = createAction<{ nowMs: number }>('clock/ticked');
