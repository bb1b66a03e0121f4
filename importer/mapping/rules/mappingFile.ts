import Type, { type Static } from 'typebox';
import { maxExternalIdentLength } from '../../../shared/contract/resources/field.ts';
import { rowRules } from '../../rows/rowRules.ts';
import { type ColumnNames, exactKeys, oneText, someTexts } from '../../rows/ruleTypes.ts';
import { type Resource, resources } from './resourceFields.ts';

/** Number, counted from 1, or position: `rest` is all after the first, `before_last` all before the last. */
export type Part = number | 'first' | 'rest' | 'last' | 'before_last';

const parts: readonly Part[] = ['first', 'rest', 'last', 'before_last', 1, 2, 3, 4, 5, 6, 7, 8, 9];

const textOrNumber = Type.Unsafe<string | number>({ type: ['string', 'number'] });
/** Example of a number, such as `1.234,56`. */
const decimal = Type.Optional(Type.String({ format: 'decimal-example' }));
/** Format of dates, such as `DD.MM.YYYY HH:mm`. */
const date = Type.Optional(Type.String({ format: 'date-form' }));
const flag = Type.Optional(Type.Boolean());

/**
 * Source of a field's value, and its changes. Exactly one of `column`, `constant`, `join` and `hash` is given. Columns are
 * checked as a list, and the fallback by itself, as a rule.
 */
export const ruleSchema = Type.Object(
  {
    column: Type.Optional(Type.Unsafe<ColumnNames>(someTexts)),
    constant: Type.Optional(textOrNumber),
    /** Columns whose non-empty values are joined. */
    join: Type.Optional(someTexts),
    /** Columns whose values are hashed to an ident: the same values give the same ident. */
    hash: Type.Optional(someTexts),
    /** Text between joined values, a space by default; a list has the text before the value of each column. */
    with: Type.Optional(
      Type.Unsafe<string | readonly string[]>({ type: ['string', 'array'], items: { type: 'string' } }),
    ),
    /** Columns of which one must have a value, such as the phone number beside its area code. */
    needs: Type.Optional(Type.Union([oneText, someTexts])),
    /** Columns of another source: in rows in which one of them is filled, this one gives no value. */
    unless: Type.Optional(Type.Union([oneText, someTexts])),
    /** Splits the value into parts, of which `part` is used, by default the first one. */
    split: Type.Optional(oneText),
    part: Type.Optional(Type.Unsafe<Part>({ enum: parts })),
    /** Translates values, ignoring case. */
    values: Type.Optional(
      Type.Unsafe<Readonly<Record<string, string | number>>>({
        type: 'object',
        additionalProperties: textOrNumber,
      }),
    ),
    /** Replaces values that `values` does not list; without it, they stay as they are. */
    otherwise: Type.Optional(Type.String()),
    /** Divides the prices of the column: 100 for prices in cents. */
    divide: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    decimal,
    date,
    plain_text: flag,
    /** Turns a backslash and an `n` into a line break. */
    line_breaks: flag,
    fallback: Type.Optional(Type.Unknown()),
  },
  { ...exactKeys, dependentRequired: { with: ['join'], part: ['split'], otherwise: ['values'] } },
);

export interface ValueRule extends Readonly<Omit<Static<typeof ruleSchema>, 'fallback'>> {
  /** Gives the value in rows for which this rule gives none. */
  readonly fallback?: FieldRule;
}

export type FieldRule = ColumnNames | ValueRule;

export type FieldRules = Readonly<Record<string, FieldRule>>;

/** Splits a full name: its last word is the last name. `side` begins the names of the fields, such as `bill_`. */
export function fullName(side: 'bill_' | 'delivery_', ...column: readonly string[]): FieldRules {
  return {
    [`${side}firstname`]: { column, split: ' ', part: 'before_last' },
    [`${side}lastname`]: { column, split: ' ', part: 'last' },
  };
}

const sourceName = Type.Optional(Type.String({ maxLength: maxExternalIdentLength }));

const names = Type.Optional(Type.Unsafe<readonly string[]>({ type: 'array', items: { type: 'string' } }));

/** Schema of a mapping file. Its rules are checked one by one, with `ruleSchema`. */
export const mappingSchema = Type.Object(
  {
    resource: Type.Optional(Type.Unsafe<Resource>({ enum: resources })),
    type: sourceName,
    /** Program that the file comes from. */
    account_name: sourceName,
    decimal,
    date,
    price_is_gross: flag,
    /** Percent, for rows without a rate. */
    tax_rate: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    /** Column, or rule, that says for how many pieces the prices of a row are: they are divided by it. False if none does. */
    price_per: Type.Optional(
      Type.Unsafe<FieldRule | false>({ type: ['string', 'array', 'object', 'boolean'] }),
    ),
    /** Guesses fields that are not listed from the names of the columns. */
    guess: flag,
    fields: Type.Unsafe<FieldRules>({ type: 'object' }),
    ...rowRules,
    /** Skips a row with the external ident of the row before; a text gives the reason. */
    skip_repeats: Type.Optional(Type.Unsafe<boolean | string>({ type: ['boolean', 'string'] })),
    /** Columns that are not mapped; `--suggest` lists them for the person who edits the file. */
    unused: names,
    /** Fields that no column gives, likewise. */
    unmapped: names,
  },
  exactKeys,
);

export type MappingFile = Readonly<Static<typeof mappingSchema>>;

export function hasPrice({ fields }: MappingFile): boolean {
  return fields.article_price !== undefined || fields.article_price_total !== undefined;
}

/** A mapping for the exports of a program. Columns that a file lacks are left out. */
export interface Preset extends Omit<MappingFile, 'account_name'> {
  /** Columns without which a file comes from another program; of alternatives, one is enough. */
  readonly requires: readonly ColumnNames[];
  /** Columns that, together with `requires`, make it certain that a file is an export of this program. */
  readonly signature?: readonly ColumnNames[];
  readonly label?: string;
  /** Text on the tax rates that an export lacks for some articles: only the user knows them. */
  readonly rates?: string;
}
