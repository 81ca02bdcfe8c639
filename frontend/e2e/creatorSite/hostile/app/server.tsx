import { renderToString } from 'react-dom/server';
import { App } from './App.tsx';
import { type Boot, setBoot } from './boot.ts';

/** The markup of a page before its script works. */
export function drawPage(boot: Boot): string {
  setBoot(boot);
  return renderToString(<App />);
}
