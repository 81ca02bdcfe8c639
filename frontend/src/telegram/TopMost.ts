/** Things that lie over each other; the one that came last is served. */
export class TopMost<T> {
  private readonly items: T[] = [];
  private onChange: (top: T | null) => void = () => {};

  /** Lays one on top; the answer takes it away again, wherever it lies by then. */
  add(item: T): () => void {
    this.items.push(item);
    this.onChange(this.top());
    return () => {
      const at = this.items.indexOf(item);
      if (at < 0) return;
      this.items.splice(at, 1);
      this.onChange(this.top());
    };
  }

  /** Lays one below all the others. */
  addBelow(item: T): () => void {
    const remove = this.add(item);
    this.items.unshift(...this.items.splice(this.items.indexOf(item), 1));
    this.onChange(this.top());
    return remove;
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
