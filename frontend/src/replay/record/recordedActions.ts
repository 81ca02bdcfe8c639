import { createAction } from '@reduxjs/toolkit';

/** The router moved; it stays the owner of the address, this is only told to the log. */
export const navigationChanged = createAction<{ address: string }>('navigation/changed');

/** The time that relative times on the screen are measured from moved on. */
export const clockTicked = createAction<{ nowMs: number }>('clock/ticked');
