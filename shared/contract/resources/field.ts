import Type, { type TSchema, type TUnsafe } from 'typebox';
import type { FieldErrorCode } from '../refusals.ts';
import {
  cleanDecimal,
  cleanIdent,
  cleanInteger,
  cleanLine,
  cleanLowerCase,
  cleanNote,
  cleanWord,
} from '../values/clean.ts';

/** Required and defaulted fields are always in a clean input. */
export type Presence = 'required' | 'defaulted' | 'optional';

/** Type-only key of the value that a client may send. */
declare const wire: unique symbol;

/** One field of a resource, stated once: its clean form, how to get there, and the messages for a wrong value. */
export interface Field<Schema extends TSchema = TSchema, Wire = unknown, P extends Presence = Presence> {
  readonly schema: Schema;
  /** Returns a value without a clean form unchanged, for the schema to refuse, or as `InvalidValue`. */
  readonly clean: (value: unknown) => unknown;
  /** Message for a refused value, after the field's name. */
  readonly expects: string;
  readonly presence: P;
  /** Message, after the field's name, if a required field was not sent or an optional one is empty. */
  readonly missing?: string;
  readonly code: FieldErrorCode;
  /** Fields of an object. The clean form has those that were sent; their errors name them behind a dot. */
  readonly members?: Fields;
  readonly unknownMember?: string;
  readonly [wire]?: Wire;
}

export type Fields = Readonly<Record<string, Field>>;

type Text<P extends Presence> = Field<ReturnType<typeof Type.String>, string, P>;
type Integer<Value extends number = number> = Field<TUnsafe<Value>, Value, 'defaulted'>;
type Decimal = Field<ReturnType<typeof Type.String>, number | string, 'defaulted'>;

const maxNoteBytes = 65_535;

/** Characters of an ident that the service assigned. */
export const maxIdentLength = 64;

/** Characters of an ident that another program gave a record. */
export const maxExternalIdentLength = 128;

const text = { expects: 'must be a string', code: 'field_invalid' } as const;

/** Short values such as codes have one message for every error. */
const word = (expects: string) => ({ expects, clean: (value: unknown) => cleanWord(value, expects) });
const lowerCaseWord = (expects: string) => ({
  expects,
  clean: (value: unknown) => cleanLowerCase(value, expects),
});

export const line = (maxLength: number, defaultValue = ''): Text<'defaulted'> => ({
  ...text,
  schema: Type.String({ wellFormed: true, maxLength, default: defaultValue }),
  clean: (value) => cleanLine(value, maxLength),
  presence: 'defaulted',
});

/** Text of several lines, at most 65,535 bytes of UTF-8. */
export const note = (): Text<'defaulted'> => ({
  ...text,
  schema: Type.String({ wellFormed: true, maxBytes: maxNoteBytes, default: '' }),
  clean: (value) => cleanNote(value, maxNoteBytes),
  presence: 'defaulted',
});

/** Identifier that the service assigned: compared byte for byte, so it is not sanitized. */
export const ident = (): Text<'optional'> => ({
  ...text,
  schema: Type.String({ wellFormed: true, maxLength: maxIdentLength }),
  clean: (value) => cleanIdent(value, maxIdentLength),
  presence: 'optional',
});

/** ISO 3166 alpha-2 country code in lower case, or empty. */
export const country = (defaultValue = ''): Text<'defaulted'> => ({
  schema: Type.String({ format: 'country', default: defaultValue }),
  ...lowerCaseWord('must be an ISO 3166 alpha-2 code'),
  code: 'field_invalid',
  presence: 'defaulted',
});

/** Leitweg-ID (public authority routing ID), or empty. */
export const leitwegId = (): Text<'defaulted'> => ({
  schema: Type.String({ maxLength: 46, format: 'leitweg-id', default: '' }),
  ...word('is not a valid Leitweg-ID'),
  code: 'public_authority_id_invalid',
  presence: 'defaulted',
});

export const choice = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  ({
    schema: Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], default: words[0] }),
    ...word(`must be one of ${words.join(', ')}`),
    code: 'field_invalid',
    presence: 'defaulted',
  }) satisfies Field as Field<TUnsafe<Words[number]>, Words[number], 'defaulted'>;

export const integer = <Value extends number = number>(
  minimum: number,
  maximum: number,
  defaultValue: number,
): Integer<Value> => ({
  schema: Type.Unsafe<Value>(Type.Integer({ minimum, maximum, default: defaultValue })),
  clean: cleanInteger,
  expects:
    maximum - minimum === 1
      ? `must be ${minimum} or ${maximum}`
      : `must be an integer from ${minimum} to ${maximum}`,
  code: 'field_invalid',
  presence: 'defaulted',
});

export const flag = (): Integer<0 | 1> => integer<0 | 1>(0, 1, 0);

/** Amount with at most 4 decimals, kept as a decimal string so that it never becomes a float. */
export const decimal = (): Decimal => ({
  schema: Type.String({ format: 'decimal', default: '0' }),
  clean: cleanDecimal,
  expects: 'must be a number with at most 11 digits before and 4 after the decimal point',
  code: 'field_invalid',
  presence: 'defaulted',
});

/** Rate in percent, 0 to 100, kept like an amount. */
export const percentage = (): Decimal => ({
  ...decimal(),
  schema: Type.String({ format: 'percentage', default: '0' }),
  expects: 'must be a number from 0 to 100 with at most 4 decimals',
});

/** UTC date and time, `YYYY-MM-DD HH:MM:SS`. */
export const dateTime = (): Text<'optional'> => ({
  schema: Type.String({ format: 'utc-date-time' }),
  ...word('must be a date and time in the form YYYY-MM-DD HH:MM:SS, from 1900-01-01 to 9998-12-31'),
  code: 'field_invalid',
  presence: 'optional',
});

/** Refuses a field that is not sent or empty. */
export const required = <S extends TSchema, W>(
  field: Field<S, W>,
  missing = 'not set',
): Field<S, W, 'required'> => ({
  ...field,
  presence: 'required',
  missing,
});

/** Removes the default: the field is left alone if it is not sent. */
export const optional = <S extends TSchema, W>({
  missing: _,
  ...field
}: Field<S, W>): Field<S, W, 'optional'> => ({
  ...field,
  presence: 'optional',
});

type AllOptional<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer S, infer W> ? Field<S, W, 'optional'> : never;
};

/** Fields as an update takes them: each is optional and has no default. */
export const allOptional = <F extends Fields>(fields: F): AllOptional<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, optional(field)]),
  ) as AllOptional<F>;

export function defaultsOf(fields: Fields): Record<string, unknown> {
  const defaulted = Object.entries(fields).filter(([, { presence }]) => presence === 'defaulted');
  return Object.fromEntries(
    defaulted.map(([name, { schema }]) => [name, (schema as { default?: unknown }).default]),
  );
}

/** Name of one of these fields; used by `validate`. */
export const nameOf = <F extends Fields>(
  fields: F,
): Field<TUnsafe<keyof F & string>, keyof F & string, 'optional'> => ({
  schema: Type.Unsafe<keyof F & string>({ type: 'string', enum: Object.keys(fields) }),
  ...word('names no updatable field'),
  code: 'field_invalid',
  presence: 'optional',
});

/** Updates refuse an empty number: an erased one would go unnoticed, and only creates generate one. */
export const emptyNumber = 'is empty: send a number, or omit the field to keep it';

/** The field is unchanged if it is not sent, and refused if it is empty. */
export const notEmpty = <S extends TSchema, W>(
  field: Field<S, W>,
  missing: string,
): Field<S, W, 'optional'> => ({ ...field, presence: 'optional', missing });

export const emptyIsDefault = <S extends TSchema & { readonly default?: unknown }, W, P extends Presence>(
  field: Field<S, W, P>,
): Field<S, W, P> => ({
  ...field,
  clean: (value) => {
    const clean = field.clean(value);
    return clean === '' ? field.schema.default : clean;
  },
});

/** Null and an empty string count as not sent. */
export const emptyIsUnsent = <S extends TSchema, W>(field: Field<S, W>): Field<S, W, 'optional'> => ({
  ...optional(field),
  clean: (value) => {
    const clean = value === null ? '' : field.clean(value);
    return clean === '' ? undefined : clean;
  },
});

/** Opaque text that changes with every change of the record. */
export const version = () => ident();

const conditional = notEmpty(ident(), 'is empty: send the version that was read, or omit the field');

/** Condition of an update or a delete. Empty and null are refused: a client that sends them expects a condition. */
export const ifVersion: typeof conditional = {
  ...conditional,
  clean: (value) => conditional.clean(value ?? ''),
};

/** Meaning of a field. `create` adds text that applies only to creating requests, `read` text that applies only to answers. */
export type Meaning = string | { readonly always?: string; readonly create?: string; readonly read?: string };

/** Texts of docs/api.md. The type requires a meaning for every field. */
export type Meanings<F> = Readonly<Record<keyof F, Meaning>>;
