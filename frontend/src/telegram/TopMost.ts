/** Things that lie over each other; the one that came last is served. */
export class TopMost<T> {
  private readonly items: T[] = [];
  private onChange: (top: T | null) => void = () => {};

  /** Adds one on top, or below all the others; returns how to remove it. */
  add(item: T, { isBelow = false } = {}): () => void {
    if (isBelow) this.items.unshift(item);
    else this.items.push(item);
    this.onChange(this.top());
    return () => {
      const at = this.items.indexOf(item);
      if (at < 0) return;
      this.items.splice(at, 1);
      this.onChange(this.top());
    };
  }

  top(): T | null {
    return this.items.at(-1) ?? null;
  }

  /** One watcher, told at once and on every change. */
  watch(onChange: (top: T | null) => void): void {
    this.onChange = onChange;
    onChange(this.top());
  }

  /** An item changed within. */
  changed(item: T): void {
    if (this.top() === item) this.onChange(item);
  }
}
