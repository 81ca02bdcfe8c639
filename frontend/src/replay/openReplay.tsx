export function openReplay(_c: HTMLElement, _b: string): void {}
