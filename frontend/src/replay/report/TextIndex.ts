/** Shorter texts are not searched inside of others, because they would match parts of ordinary words. */
const MIN_SEARCHED_LENGTH = 12;
/** encodeURIComponent throws for them. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Replaces texts by placeholders, also where they are a part of another text. The time does not depend on their number. */
export class TextIndex {
  private readonly placeholders = new Map<string, string>();
  /** The searched texts by their first characters, longest first. */
  private readonly searched = new Map<string, string[]>();

  /** The placeholder of a text: the same for equal texts. */
  add(text: string): string {
    const given = this.placeholders.get(text);
    if (given) return given;
    const placeholder = `hidden-text-${this.placeholders.size + 1}`;
    this.placeholders.set(text, placeholder);
    if (text.length >= MIN_SEARCHED_LENGTH) {
      // In cache keys texts are inside of JSON, in addresses they are encoded.
      for (const form of new Set([
        text,
        JSON.stringify(text).slice(1, -1),
        encodeURIComponent(text.replaceAll(LONE_SURROGATES, '')),
      ])) {
        this.placeholders.set(form, placeholder);
        const start = form.slice(0, MIN_SEARCHED_LENGTH);
        const others = this.searched.get(start) ?? [];
        this.searched.set(
          start,
          [...others, form].sort((one, other) => other.length - one.length),
        );
      }
    }
    return placeholder;
  }

  get isEmpty(): boolean {
    return this.searched.size === 0;
  }

  replaceIn(text: string): string {
    let shown = '';
    let copied = 0;
    for (let at = 0; at + MIN_SEARCHED_LENGTH <= text.length; at++) {
      const found = this.searched
        .get(text.slice(at, at + MIN_SEARCHED_LENGTH))
        ?.find((candidate) => text.startsWith(candidate, at));
      if (found === undefined) continue;
      shown += text.slice(copied, at) + this.placeholders.get(found);
      copied = at + found.length;
      at = copied - 1;
    }
    return copied === 0 ? text : shown + text.slice(copied);
  }
}
