import sharp, { type Sharp } from 'sharp';

/** An image that is not blank, because a blank one would also match a blank screenshot. Each hue gives another one. */
function flyer(hue: number): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1350">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="hsl(${hue}, 85%, 62%)"/><stop offset="1" stop-color="hsl(${hue - 70}, 70%, 38%)"/></linearGradient>
      <linearGradient id="hill" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue - 90}, 55%, 30%)"/><stop offset="1" stop-color="hsl(${hue - 120}, 60%, 16%)"/></linearGradient>
    </defs>
    <rect width="1080" height="1350" fill="url(#sky)"/>
    <circle cx="${380 + hue}" cy="520" r="210" fill="#fff" fill-opacity="0.85"/>
    <path d="M0 980 Q270 ${700 + hue} 540 930 T1080 860 V1350 H0z" fill="url(#hill)" fill-opacity="0.85"/>
    <path d="M0 1130 Q330 980 620 1120 T1080 1060 V1350 H0z" fill="hsl(${hue - 120}, 60%, 12%)"/></svg>`;
  return sharp(Buffer.from(svg));
}

export const flyerJpeg = (hue = 30): Promise<Buffer> => flyer(hue).jpeg({ quality: 85 }).toBuffer();
/** The product stores a WebP as it is, so its bytes can be compared with those on a page. */
export const flyerWebp = (hue = 30): Promise<Buffer> => flyer(hue).webp({ quality: 85 }).toBuffer();
