import type { SitePack } from '@flyerdeck/contracts';

const css = (selector: string) => [{ css: selector }];

/** A pack that fits the stand-in when its text field has this name. With `failsPosts` the probe finds everything, and no post does. */
export const packFor = (pack: SitePack, version: number, textField: string, { failsPosts = false } = {}): SitePack => ({
  ...pack,
  version,
  composer: {
    ...pack.composer,
    text: css(`#${textField}`),
    image: { ...pack.composer.image, ready: css(failsPosts ? '.missing' : '.ready') },
  },
});

/** Stands in for the creator site and the content script: it answers their messages by comparing the pack with its markup. */
export class StandInSite {
  /** The name of the text field. A new name is a change of the site. */
  textField = 'new_post_text_input';
  /** The version of the pack of each press, by posting. */
  readonly presses = new Map<string, number[]>();
  probes = 0;
  failedProbes = 0;

  private readonly siteChanged = (what: string) => ({
    problem: { code: 'site_changed', message: `${what} was not found.` },
    structure: 'form',
  });

  private fits = ({ composer }: SitePack): boolean =>
    composer.text.some((way) => 'css' in way && way.css === `#${this.textField}`);

  probe(pack: SitePack) {
    this.probes += 1;
    if (this.fits(pack)) return { problem: null, missing: [], structure: null };
    this.failedProbes += 1;
    return { ...this.siteChanged('The text field'), missing: ['composer.text'] };
  }

  prepare(pack: SitePack) {
    if (!this.fits(pack)) return this.siteChanged('The text field');
    const isReady = !pack.composer.image.ready.some((way) => 'css' in way && way.css === '.missing');
    return isReady ? { problem: null, structure: null } : this.siteChanged('The preview of the picture');
  }

  press(postingId: string, version: number): void {
    this.presses.set(postingId, [...(this.presses.get(postingId) ?? []), version]);
  }
}
