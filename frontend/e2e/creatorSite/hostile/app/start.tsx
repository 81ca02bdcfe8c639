import { hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { type Boot, boot, setBoot } from './boot.ts';

const root = document.getElementById('app') as HTMLElement;
setBoot(JSON.parse(document.getElementById('boot')?.textContent ?? '') as Boot);
setTimeout(() => hydrateRoot(root, <App />), boot.hydrationMs);
