import { useMemo } from 'react';

/** The names and labels of the zones that this browser knows and of the stored one. Browsers name some differently. */
export function useTimeZones(stored: string) {
  return useMemo(() => {
    const names = new Set([stored, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
    return [...names].sort().map((name) => [name, name.replaceAll('_', ' ')] as const);
  }, [stored]);
}
