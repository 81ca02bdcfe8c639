/** A custom element whose content is in an open shadow root. */
export abstract class Part extends HTMLElement {
  protected readonly root = this.attachShadow({ mode: 'open' });

  protected emit(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
