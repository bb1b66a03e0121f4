import type { TSchema } from 'typebox';
import { isAmount } from '../../shared/contract/resources/records.ts';
import { comment } from './comments.ts';

/** The keywords of JSON Schema that the contract uses. */
export type Schema = TSchema & {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly default?: string | number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxBytes?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly wellFormed?: boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

/** Numbers that a field may have, to be listed in its type. */
const maxListed = 16;

/** The type of a value without fields of its own. */
export function valueType(schema: Schema, amount: string): string {
  const { type, enum: words, const: constant, anyOf } = schema;
  if (isAmount(schema)) return amount;
  if (constant !== undefined) return JSON.stringify(constant);
  if (anyOf) return anyOf.map((one) => valueType(one, amount)).join(' | ');
  if (words) return words.map((word) => JSON.stringify(word)).join(' | ');
  if (type === 'integer') return integers(schema);
  if (type === 'null' || type === 'boolean' || type === 'number') return type;
  if (type === 'string' || type === undefined) return 'string';
  throw new Error(`no TypeScript for the schema ${JSON.stringify(schema)}`);
}

function integers({ minimum, maximum }: Schema): string {
  if (minimum === undefined || maximum === undefined || maximum - minimum >= maxListed) return 'number';
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => String(minimum + index)).join(' | ');
}

/** `customer.create` as a part of the name of a type: `CustomerCreate`. */
export function pascal(name: string): string {
  return name.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A field of a generated type. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly doc: string;
}

export function memberLines(members: readonly Member[]): string {
  return members
    .map(({ name, type, isRequired, doc }) => {
      const text = doc === '' ? '' : comment([doc], '  ');
      return `${text}  ${name}${isRequired ? '' : '?'}: ${type};\n`;
    })
    .join('');
}
