import { type Static, Type } from '@sinclair/typebox';
import { closed, text } from './schema.ts';

/** The shape of every error response: `error` is a sentence for people; `code` is for programs and never changes. */
export const ErrorResponse = closed({
  error: text('What went wrong, one sentence for people'),
  code: text('A stable word for programs'),
  details: Type.Optional(Type.Unknown({ description: 'What exactly was wrong, where that helps' })),
});
export type ErrorResponse = Static<typeof ErrorResponse>;
