/** '18:00' of a typed '18:00', '18.00', '6 pm' or '6:00 PM'; null if it is no time. */
export function parseClock(typed: string): string | null {
  const [, hoursText, minutesText = '0', half] =
    /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*([ap])?\.?m?\.?\s*$/i.exec(typed) ?? [];
  const [typedHours, minutes] = [Number(hoursText), Number(minutesText)];
  if (hoursText === undefined || minutes > 59 || (half && (typedHours < 1 || typedHours > 12))) return null;
  const hours = half ? (typedHours % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : typedHours;
  return hours > 23 ? null : `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}
