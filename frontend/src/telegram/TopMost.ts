/** A stack of items, and a watcher of its top item. */
export class TopMost<T> {
  private readonly items: T[] = [];
  private onChange: (top: T | null) => void = () => {};

  /** Adds an item on top, or below all others. Returns a function that removes it. */
  add(item: T, { isBelow = false } = {}): () => void {
    if (isBelow) this.items.unshift(item);
    else this.items.push(item);
    this.onChange(this.top());
    return () => {
      const index = this.items.indexOf(item);
      if (index < 0) return;
      this.items.splice(index, 1);
      this.onChange(this.top());
    };
  }

  top(): T | null {
    return this.items.at(-1) ?? null;
  }

  /** Sets the one watcher. It is called at once and on every change. */
  watch(onChange: (top: T | null) => void): void {
    this.onChange = onChange;
    onChange(this.top());
  }

  /** Calls the watcher after a property of the top item has changed. */
  changed(item: T): void {
    if (this.top() === item) this.onChange(item);
  }
}
