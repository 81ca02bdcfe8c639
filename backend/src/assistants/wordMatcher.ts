/** The same text for words that differ only in case, in the encoding of a letter, in invisible characters or in white space. */
export const folded = (text: string): string =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    // Normalising takes quadratic time for the accents of one letter.
    .replace(/(\p{M}{8})\p{M}+/gu, '$1')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')
    .replace(/\s+/g, ' ');

/** The text that has been read ends with the characters of a state, which begin a word. */
interface State {
  readonly length: number;
  readonly next: Map<number, State>;
  /** The state of the longest part of its characters that is shorter and has the same end. Null for no characters. */
  shorter: State | null;
  /** The index of the word of exactly its characters. */
  word: number | null;
  /** The next shorter state with a word. */
  shorterWord: State | null;
}

const newState = (length: number): State => ({ length, next: new Map(), shorter: null, word: null, shorterWord: null });

/** The automaton of Aho and Corasick: it finds all words in one pass over a text. The words must differ. */
function createStates(words: readonly string[]): State {
  const start = newState(0);
  for (const [index, word] of words.entries()) {
    let state = start;
    for (let at = 0; at < word.length; at++) {
      const unit = word.charCodeAt(at);
      const next = state.next.get(unit) ?? newState(at + 1);
      state.next.set(unit, next);
      state = next;
    }
    if (state !== start) state.word = index;
  }
  // The list grows while it is read: states with fewer characters come first.
  const states = [start];
  for (const state of states) {
    for (const [unit, next] of state.next) {
      let shorter = state.shorter;
      while (shorter && !shorter.next.has(unit)) shorter = shorter.shorter;
      next.shorter = shorter?.next.get(unit) ?? start;
      next.shorterWord = next.shorter.word === null ? next.shorter.shorterWord : next.shorter;
      states.push(next);
    }
  }
  return start;
}

/** Marks the places between two letters, digits or accents, where no word begins or ends. */
function placesInside(text: string): Uint8Array {
  const places = new Uint8Array(text.length + 1);
  for (const { index, 0: letters } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    places.fill(1, index + 1, index + letters.length);
  return places;
}

/** Returns a function that finds which of the words a text contains as whole words, ignoring case. Words may overlap. */
export function createWordMatcher(words: readonly string[]): (text: string) => string[] {
  const forms = words.map(folded);
  const distinct = [...new Set(forms)];
  const places = forms.map((form) => distinct.indexOf(form));
  const start = createStates(distinct);
  return (text) => {
    const searched = folded(text);
    const isInside = placesInside(searched);
    const isFound = new Uint8Array(distinct.length);
    let state = start;
    for (let end = 1; end <= searched.length; end++) {
      const unit = searched.charCodeAt(end - 1);
      let next = state.next.get(unit);
      while (!next && state.shorter) {
        state = state.shorter;
        next = state.next.get(unit);
      }
      state = next ?? start;
      if (isInside[end]) continue;
      for (let ending: State | null = state; ending; ending = ending.shorterWord) {
        const { word, length } = ending;
        if (word !== null && !isInside[end - length]) isFound[word] = 1;
      }
    }
    return words.filter((_, index) => isFound[places[index] as number]);
  };
}
