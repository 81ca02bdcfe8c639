import { type IntegerOptions, type ObjectOptions, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { MAX_HOURS, NOT_BLANK } from './endpoint.values.ts';

/** Without further properties. */
export const closed = <T extends TProperties>(properties: T, options: ObjectOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const object = <T extends TProperties>(description: string, properties: T) =>
  closed(properties, { description });

export const nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const uuid = (description: string) => Type.String({ format: 'uuid', description });
export const text = (description: string, maxLength?: number) =>
  Type.String({ description, ...(maxLength === undefined ? {} : { maxLength }) });
/** Not empty. */
export const filled = (description: string, maxLength: number) => Type.String({ minLength: 1, maxLength, description });
export const notBlank = (description: string, maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: NOT_BLANK, description });
export const dateTime = (description: string) => Type.String({ format: 'date-time', description });
export const flag = (description: string) => Type.Boolean({ description });
/** Postgres' `integer`. */
const MAX_COUNT = 2_147_483_647;
export const count = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_COUNT, description });
export const whole = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });
export const hours = (description: string, options: IntegerOptions) =>
  Type.Integer({ minimum: 0, maximum: MAX_HOURS, description: `${description}, in hours`, ...options });
export const list = <T extends TSchema>(items: T, description: string, limit: { maxItems?: number } = {}) =>
  Type.Array(items, { description, ...limit });

export const paging = (pageSize: number, maxPageSize = 200) => ({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'Which page, from 1' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxPageSize, default: pageSize, description: 'Rows on a page' }),
  ),
});
export const sortOrder = Type.Optional(
  Type.Integer({ enum: [1, -1], description: '1 ascending, -1 descending; -1 without it' }),
);
/** Of a user. */
export const person = {
  telegram_id: text('Telegram id'),
  username: text('Username; the Telegram id where there is none'),
  first_name: text('First name, may be empty'),
  last_name: text('Last name, may be empty'),
};
export const telegramId = filled('Telegram id of the user', 32);

/** For times with the texts of the screen. */
export const exportTimeZone = {
  time_zone: Type.Optional(text('IANA time zone of the times that are formatted as on the screen; UTC without it', 64)),
};

export const word = <const T extends readonly string[]>(words: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...words], description });
