import { type Static, Type } from '@sinclair/typebox';
import { MAX_LISTED_WORD_LENGTH, MAX_LISTED_WORDS } from './assistants.values.ts';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, filled, flag, list, nullable, object, text, uuid, word } from './schema.ts';
import { MAX_DESCRIPTION_LENGTH } from './tasks.values.ts';

export const FORECAST_WARNINGS = ['repeated_image', 'long_text', 'listed_word'] as const;

const ForecastWarning = closed({
  kind: word(
    FORECAST_WARNINGS,
    'An image that the page had before, a text over the limit of the site, or a listed word',
  ),
  flyer: Type.Integer({ minimum: 1, description: 'Position of the flyer, from 1' }),
  pages: count('Pages that had the image in the days before, or will have it'),
  word: nullable(text(''), 'The listed word'),
});
export type ForecastWarning = Static<typeof ForecastWarning>;

export const Forecast = object('What Add to Queue would do', {
  pages: count('Pages the rules match'),
  offline_pages: count('Those of them that are offline, which post once they are online'),
  flyers: count('Flyers to post'),
  postings: count('Postings, duplicates included'),
  credits_needed: count('Credits the pages unpaid right now will cost'),
  credits_balance: count('Current balance in credits'),
  shortfall: count('Credits missing'),
  first_at: nullable(dateTime(''), 'First posting, were it all claimed right now'),
  last_at: nullable(dateTime(''), 'Last posting, were it all claimed right now'),
  is_last_known: flag('Whether last_at is the last posting; otherwise later ones are not planned yet'),
  limited_pages: count('Pages whose limits move some of these postings to a later time'),
  posting_paused: nullable(text(''), 'Why posting is paused for everybody; null while it is not'),
  problem: nullable(text(''), 'Why Add to Queue would be refused; null when it would work'),
  warnings: list(ForecastWarning, 'What may be unwanted; nothing is changed because of it'),
});
export type Forecast = Static<typeof Forecast>;

export const forecastAssistant = defineEndpoint({
  method: 'POST',
  path: '/assistants/:id/forecast',
  doc: 'What Add to Queue would do; changes nothing.',
  params: closed({ id: uuid('Id of the assistant') }),
  rateLimit: 'heavy',
  isSearch: true,
  response: Forecast,
  errors: { 404: ['assistant.not_found'] },
});

export const previewTexts = defineEndpoint({
  method: 'POST',
  path: '/assistants/:id/preview-texts',
  doc: 'The text of a flyer on the first target pages: {name} and {username} are those of the page, of {a|b} each page gets one, {{ is a brace.',
  params: closed({ id: uuid('Id of the assistant') }),
  body: closed({ description: text('Text of the flyer', MAX_DESCRIPTION_LENGTH) }),
  isSearch: true,
  response: closed({
    texts: list(closed({ page: text('Name of the page'), text: text('Its text') }), 'At most three'),
  }),
  errors: { 404: ['assistant.not_found'] },
});

export const ListedWords = closed({
  words: Type.Array(filled('A word', MAX_LISTED_WORD_LENGTH), {
    maxItems: MAX_LISTED_WORDS,
    description: 'Words that the forecast warns of, whatever their case',
  }),
});

export const getListedWords = defineEndpoint({
  path: '/listed-words',
  doc: 'The words that the forecast warns of.',
  response: ListedWords,
});

export const setListedWords = defineEndpoint({
  method: 'PUT',
  path: '/listed-words',
  doc: 'Replaces the words that the forecast warns of.',
  body: ListedWords,
  changes: ['ListedWords', 'Forecast'],
  changesElsewhere: ['Assistant'],
  response: ListedWords,
});
