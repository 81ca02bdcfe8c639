const partsOf = (version: string) => version.split('.').map((part) => Number(part));

/** '1.9.0' is older than '1.10.0'. */
export function isOlderVersion(version: string, than: string): boolean {
  const ours = partsOf(version);
  const theirs = partsOf(than);
  for (let place = 0; place < Math.max(ours.length, theirs.length); place++) {
    const difference = (ours[place] ?? 0) - (theirs[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
