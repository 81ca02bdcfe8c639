import { BrokenContainer, Parts, type Stripped } from './container.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
const APPLICATION_NAME_BYTES = 11;
/** These blocks contain the number of repetitions of an animation. */
const KEPT_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

const colorTableBytes = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

/** The position after a sequence of sub-blocks. Each begins with its length; length 0 ends the sequence. */
function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes[at]; length; length = bytes[at]) at += length + 1;
  if (at >= bytes.length) throw new BrokenContainer();
  return at + 1;
}

/**
 * Removes comments, texts, application data and everything after the end. Reads at most `maxFrames` + 1 frames, so that
 * `frames` shows whether there are too many.
 */
export function stripGif(bytes: Buffer, maxFrames: number): Stripped {
  const head = 13 + colorTableBytes(bytes[10] ?? 0);
  if (head > bytes.length) throw new BrokenContainer();
  const parts = new Parts(bytes);
  parts.keep(0, head);
  let frames = 0;
  for (let at = head; frames <= maxFrames; ) {
    const kind = bytes[at];
    if (kind === EXTENSION) {
      const label = bytes[at + 1];
      const end = endOfBlocks(bytes, at + 2);
      const application = bytes.toString('latin1', at + 3, at + 3 + APPLICATION_NAME_BYTES);
      if (label === GRAPHIC_CONTROL || (label === APPLICATION && KEPT_APPLICATIONS.has(application))) {
        parts.keep(at, end);
      }
      at = end;
    } else if (kind === IMAGE) {
      const end = endOfBlocks(bytes, at + 11 + colorTableBytes(bytes[at + 9] ?? 0));
      parts.keep(at, end);
      frames += 1;
      at = end;
    } else {
      // Like many decoders, treats every other byte as the end.
      if (kind === TRAILER) parts.keep(at, at + 1);
      else parts.add(Buffer.from([TRAILER]));
      break;
    }
  }
  return { bytes: parts.concat(), frames };
}
