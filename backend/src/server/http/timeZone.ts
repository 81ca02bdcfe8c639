/** Lower case limits their number. A formatter takes longer to construct than the rest of a poll. */
const knownTimeZones = new Set<string>();

export function isTimeZone(timeZone: string): boolean {
  const name = timeZone.toLowerCase();
  if (knownTimeZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
  } catch {
    return false;
  }
  knownTimeZones.add(name);
  return true;
}
