test('the choice of hours is kept in the browser, and an unknown one counts for nothing', async () => {
  for (const [stored, clock] of [
    ['12', '12'],
    ['25', 'browser'],
  ] as const) {
    localStorage.setItem('hour_clock', stored);
    await jest.isolateModulesAsync(async () => {
      const { chooseHourClock, hourClock } = await import('./hourClock.ts');
      expect(hourClock()).toBe(clock);
      chooseHourClock('24');
    });
    expect(localStorage.getItem('hour_clock')).toBe('24');
  }
});
