import { useSyncExternalStore } from 'react';
import { onMinute, readMinuteClock } from '../lib/minuteClock.ts';

/** Renders again every minute; answers the time (in ms) that what is shown is measured from. */
export const useMinuteTick = (): number => useSyncExternalStore(onMinute, readMinuteClock);
