// Written by `npm run calls` from forecasts.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../forecasts.ts';

export const forecastAssistant: Call<typeof contracts.forecastAssistant> = { method: 'POST', path: '/assistants/:id/forecast' };
export const getListedWords: Call<typeof contracts.getListedWords> = { path: '/listed-words' };
export const setListedWords: Call<typeof contracts.setListedWords> = { method: 'PUT', path: '/listed-words', changes: ['ListedWords', 'Forecast'] };
