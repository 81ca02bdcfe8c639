import sharp from 'sharp';
import { lettering } from './lettering.ts';

export const FLYER_WIDTH = 1080;
export const FLYER_HEIGHT = 1350;

export interface DemoFlyer {
  readonly fileName: string;
  readonly text: string;
  readonly jpeg: Buffer;
}

const center = FLYER_WIDTH / 2;

const gradient = (id: string, stops: readonly string[], direction = 'x1="0" y1="0" x2="0" y2="1"') =>
  `<linearGradient id="${id}" ${direction}>${stops
    .map((color, index) => `<stop offset="${index / (stops.length - 1)}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`;

const rectangle = (fill: string) => `<rect width="${FLYER_WIDTH}" height="${FLYER_HEIGHT}" fill="${fill}"/>`;

/** A label with rounded ends around the middle of the flyer. */
const pill = (y: number, width: number, fill: string) =>
  `<rect x="${center - width / 2}" y="${y}" width="${width}" height="104" rx="52" fill="${fill}"/>`;

function summerDrop(): string {
  const bands = [0, 1, 2, 3, 4, 5].map(
    (band) => `<rect x="0" y="${868 + band * 36}" width="${FLYER_WIDTH}" height="${8 + band * 4}" fill="black"/>`,
  );
  const wave = (y: number, fill: string) =>
    `<path fill="${fill}" d="M0 ${y}C180 ${y - 70} 330 ${y + 60} 540 ${y}S900 ${y - 60} 1080 ${y}V${FLYER_HEIGHT}H0Z"/>`;
  return `<defs>
      ${gradient('sky', ['#ff9448', '#ff4d7d', '#8a2be2'])}
      ${gradient('sun', ['#fff1b0', '#ffc24a', '#ff7a59'])}
      <mask id="bands"><rect width="100%" height="100%" fill="white"/>${bands.join('')}</mask>
    </defs>
    ${rectangle('url(#sky)')}
    <circle cx="${center}" cy="760" r="305" fill="url(#sun)" mask="url(#bands)"/>
    ${wave(1030, '#5b1a9e')}${wave(1095, '#3d0f73')}
    ${lettering('SUMMER', { weight: 'heavy', sizePx: 214, x: center, y: 240, anchor: 'middle', fill: '#fff' })}
    ${lettering('DROP', { weight: 'heavy', sizePx: 214, x: center, y: 428, anchor: 'middle', fill: '#fff' })}
    ${lettering('-40%', { weight: 'heavy', sizePx: 360, x: center, y: 842, anchor: 'middle', fill: '#3d0f73' })}
    ${pill(1150, 760, '#ffd166')}
    ${lettering('on every bundle, this week', { weight: 'medium', sizePx: 54, x: center, y: 1221, anchor: 'middle', fill: '#3d0f73' })}`;
}

function meetLuna(): string {
  // Scattered by the golden angle: even, and the same every time.
  const stars = Array.from({ length: 70 }, (_, star) => {
    const x = (star * 0.618034 * FLYER_WIDTH) % FLYER_WIDTH;
    const y = ((star * star * 7.31 + star * 131) % 820) + 20;
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${1.2 + (star % 4) * 0.9}" fill="#fff" opacity="${0.35 + (star % 5) * 0.13}"/>`;
  });
  return `<defs>
      ${gradient('night', ['#0b0a26', '#2a1a6e', '#7b3fa8'])}
      ${gradient('moon', ['#fff8e7', '#ffd9a8'])}
      <radialGradient id="glow"><stop offset="0" stop-color="#ffd9a8" stop-opacity="0.55"/><stop offset="1" stop-color="#ffd9a8" stop-opacity="0"/></radialGradient>
      <mask id="crescent"><circle cx="${center}" cy="420" r="265" fill="white"/><circle cx="650" cy="345" r="232" fill="black"/></mask>
    </defs>
    ${rectangle('url(#night)')}
    ${stars.join('')}
    <circle cx="500" cy="450" r="430" fill="url(#glow)"/>
    <rect width="${FLYER_WIDTH}" height="${FLYER_HEIGHT}" fill="url(#moon)" mask="url(#crescent)"/>
    ${lettering('Meet Luna', { weight: 'heavy', sizePx: 196, x: center, y: 920, anchor: 'middle', fill: '#fff' })}
    ${pill(990, 560, '#ff7ac6')}
    ${lettering('3 free days', { weight: 'heavy', sizePx: 74, x: center, y: 1068, anchor: 'middle', fill: '#2a1a6e' })}
    ${lettering('Say hi and stay a while.', { weight: 'medium', sizePx: 52, x: center, y: 1210, anchor: 'middle', fill: '#f3e8ff' })}`;
}

function weekendCollab(): string {
  return `<defs>
      ${gradient('board', ['#063b3a', '#0e6b62'], 'x1="0" y1="0" x2="1" y2="1"')}
      ${gradient('left', ['#ff8f6b', '#ff5d5d'])}
      ${gradient('right', ['#ffe27a', '#ffb020'])}
      <clipPath id="leftCircle"><circle cx="405" cy="500" r="275"/></clipPath>
    </defs>
    ${rectangle('url(#board)')}
    <circle cx="405" cy="500" r="275" fill="url(#left)"/>
    <circle cx="675" cy="500" r="275" fill="url(#right)"/>
    <circle cx="675" cy="500" r="275" fill="#fff4de" clip-path="url(#leftCircle)"/>
    ${lettering('Luna', { weight: 'heavy', sizePx: 88, x: 265, y: 530, anchor: 'middle', fill: '#fff' })}
    ${lettering('×', { weight: 'heavy', sizePx: 130, x: center, y: 545, anchor: 'middle', fill: '#0b4f4a' })}
    ${lettering('Mia', { weight: 'heavy', sizePx: 88, x: 815, y: 530, anchor: 'middle', fill: '#4a2b00' })}
    ${lettering('WEEKEND', { weight: 'heavy', sizePx: 196, x: center, y: 985, anchor: 'middle', fill: '#fff4de' })}
    ${lettering('COLLAB', { weight: 'heavy', sizePx: 196, x: center, y: 1160, anchor: 'middle', fill: '#ffcf4d' })}
    ${lettering('Friday to Sunday. Two pages, one show.', { weight: 'medium', sizePx: 48, x: center, y: 1262, anchor: 'middle', fill: '#d5f5ee' })}`;
}

const DESIGNS = [
  {
    fileName: 'summer-drop.jpg',
    text: 'SUMMER DROP ☀️ All bundles are 40 % off this week. Catch it before the sun goes down!',
    draw: summerDrop,
  },
  {
    fileName: 'meet-luna.jpg',
    text: 'Meet Luna 🌙 New here? Your first 3 days are free. Say hi and tell her who sent you.',
    draw: meetLuna,
  },
  {
    fileName: 'weekend-collab.jpg',
    text: 'Weekend collab: Luna × Mia 💫 Friday to Sunday on both pages. Which one do you open first?',
    draw: weekendCollab,
  },
] as const;

/** Three flyers as somebody's promotion might look, drawn on the spot. */
export function makeDemoFlyers(): Promise<DemoFlyer[]> {
  return Promise.all(
    DESIGNS.map(async ({ fileName, text, draw }) => ({
      fileName,
      text,
      jpeg: await toJpeg(draw(), FLYER_WIDTH, FLYER_HEIGHT),
    })),
  );
}

/** A page's picture: its initial on two colours. */
export const makeAvatar = (initial: string, [from, to]: readonly [string, string]): Promise<Buffer> =>
  toJpeg(
    `<defs>${gradient('ground', [from, to], 'x1="0" y1="0" x2="1" y2="1"')}</defs>
    <rect width="256" height="256" fill="url(#ground)"/>
    ${lettering(initial, { weight: 'heavy', sizePx: 150, x: 128, y: 182, anchor: 'middle', fill: '#fff' })}`,
    256,
    256,
  );

function toJpeg(drawing: string, width: number, height: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 88, mozjpeg: true }).toBuffer();
}
