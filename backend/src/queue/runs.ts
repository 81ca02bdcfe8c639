export interface RunPosition {
  /** Number of the run, from zero. */
  readonly run: number;
  /** Position within the run, from zero. Delays start again with each run. */
  readonly position: number;
}

/**
 * Divides flyers into runs by reset_after_posts_list: `[2,1]` and five flyers give runs of 2, 1 and the remaining 2.
 * Zeros are ignored. The last run has all remaining flyers.
 */
export function planRuns(flyers: number, resetAfterPostsList: readonly number[]): RunPosition[] {
  const lengths = resetAfterPostsList.filter((length) => length > 0);
  const positions: RunPosition[] = [];
  let run = 0;
  let position = 0;
  for (let flyer = 0; flyer < flyers; flyer++) {
    positions.push({ run, position });
    position += 1;
    if (position === lengths[run]) {
      run += 1;
      position = 0;
    }
  }
  return positions;
}

/** `delay_hours` of the flyer at a position of its run. */
export const delayHours = (
  { position }: RunPosition,
  rules: { readonly start_delay_hours: number; readonly delay_between_tasks_hours: number },
) => rules.start_delay_hours + position * rules.delay_between_tasks_hours;
