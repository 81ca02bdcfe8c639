const OUTLINES = {
  home: 'M3.5 10.5 12 3.5l8.5 7V19a1.5 1.5 0 0 1-1.5 1.5h-4.5v-6h-5v6H5A1.5 1.5 0 0 1 3.5 19z',
  notifications: 'M6 16.5v-6a6 6 0 0 1 12 0v6l1.5 2h-15zM9.8 21a2.4 2.4 0 0 0 4.4 0',
  messages:
    'M4 4.5h16a.9.9 0 0 1 .9.9v10.2a.9.9 0 0 1-.9.9h-8.2L7 20.5v-4H4a.9.9 0 0 1-.9-.9V5.4a.9.9 0 0 1 .9-.9zM7.5 9h9M7.5 12.5h5.5',
  collections: 'M6 3.5h12a.8.8 0 0 1 .8.8v16.2L12 15.8l-6.8 4.7V4.3a.8.8 0 0 1 .8-.8z',
  vault: 'M3.5 8h14v11.5h-14zM6.5 5h14v11.5M3.5 17l4-4 3.5 3 2.5-2 4 3.5M13.5 11h.01',
  calendar: 'M4 5.5h16v15H4zM4 10h16M8 3v4M16 3v4M8 14h.01M12 14h.01M16 14h.01M8 17.2h.01M12 17.2h.01',
  statementsTemp: 'M4 20.5h16M6.5 20.5v-7M12 20.5V4.5M17.5 20.5V10',
  statements:
    'M5.5 3.5h13v17l-2.6-1.6-2 1.6-1.9-1.6-2 1.6-2-1.6-2.5 1.6zM14.5 8.6c-.5-.7-1.4-1.1-2.5-1.1-1.4 0-2.4.7-2.4 1.8 0 2.5 5 1.2 5 3.7 0 1.1-1.1 1.8-2.6 1.8-1.2 0-2.1-.4-2.6-1.2M12 6v1.5M12 14.8v1.5',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  more: 'M12 3.2a8.8 8.8 0 1 1 0 17.6 8.8 8.8 0 0 1 0-17.6zM8 12h.01M12 12h.01M16 12h.01',
  plus: 'M12 5v14M5 12h14',
  back: 'M19.5 12h-15M11 5.5 4.5 12l6.5 6.5',
  expiration: 'M6.5 3.5h11M6.5 20.5h11M8 3.5v3.8l4 4.7 4-4.7V3.5M8 20.5v-3.8l4-4.7 4 4.7v3.8',
  labels: 'M3.5 5.5h10.8l6.2 6.5-6.2 6.5H3.5zM7.5 12h.01',
  image: 'M3.5 4.5h17v15h-17zM3.5 16.5l5-5 4.5 4.5 3-2.5 4.5 4M15.5 9h.01',
  video: 'M3 6h12.5v12H3zM15.5 10.5 21 7v10l-5.5-3.5',
  voice: 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21M8.5 21h7',
  poll: 'M4 6h.01M4 12h.01M4 18h.01M8.5 6H20M8.5 12H20M8.5 18H20',
  tagPeople:
    'M15.8 12a3.8 3.8 0 1 1-7.6 0 3.8 3.8 0 0 1 7.6 0zm0-3.8v5.2c0 1.5.9 2.5 2.2 2.5 1.6 0 2.6-1.5 2.6-3.9a8.6 8.6 0 1 0-3.4 6.9',
  textStyle: 'M2.8 18.5 8 5.5l5.2 13M4.6 14.5h6.8M21 11.5v7M21 15a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  price: 'M12.6 3.5h7.9v7.9l-9 9.1-8-8zM16.4 7.6h.01',
  story:
    'M12 3.2a8.8 8.8 0 0 1 8.8 8.8M18.6 17.8a8.8 8.8 0 0 1-4 2.6M9.4 20.4a8.8 8.8 0 0 1-4-2.6M3.2 12A8.8 8.8 0 0 1 12 3.2M12 8.2v7.6M8.2 12h7.6',
  live: 'M12 10.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zM8.5 8.5a5 5 0 0 0 0 7M15.5 8.5a5 5 0 0 1 0 7M5.6 5.6a9 9 0 0 0 0 12.8M18.4 5.6a9 9 0 0 1 0 12.8',
  send: 'M20.5 3.5 3.5 10.2l6.8 3.5 3.5 6.8zM20.5 3.5 10.3 13.7',
} as const;

export type PlatformIconName = keyof typeof OUTLINES;

/** Hidden from screen readers: the name has to be beside it as text. */
export function PlatformIcon({ name, sizePx = 24 }: { name: PlatformIconName; sizePx?: number }) {
  return (
    <svg
      width={sizePx}
      height={sizePx}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={OUTLINES[name]} />
    </svg>
  );
}
