import { type AnyOperation, resourceOf } from '../../shared/contract/operations/operation.ts';
import type { Field, Fields } from '../../shared/contract/resources/field.ts';
import type { Lookup } from '../../shared/contract/resources/request.ts';
import { comment } from './comments.ts';
import { type Member, memberLines, pascal, type Schema, valueType } from './contractSchema.ts';
import { requestDoc } from './fieldDocs.ts';

/** The types of an operation's request: `CustomerCreateRequest`, and those that it is made of. */
export function requestTypes(operation: AnyOperation): string {
  const members = membersOf(operation);
  if (operation.lookup) return lookupTypes(operation, operation.lookup, members);
  return `${requestComment(operation)}${interfaceOf(`${pascal(operation.name)}Request`, members)}`;
}

function requestComment({ name }: AnyOperation): string {
  return comment([`The request of \`${name}\`.`]);
}

function membersOf(operation: AnyOperation): readonly Member[] {
  return Object.entries<Field>(operation.input as Fields).map(
    ([name, field]): Member => ({
      name,
      type: typeOf(field),
      isRequired: field.presence === 'required',
      doc: requestDoc(operation, resourceOf(operation.name), name, field),
    }),
  );
}

function typeOf({ members, schema }: Field): string {
  if (!members) return sentType(schema);
  return `{ ${Object.entries(members)
    .map(([name, member]) => `${name}?: ${typeOf(member)}`)
    .join('; ')} }`;
}

/** The type of what a client sends: amounts also as text. */
function sentType(schema: Schema): string {
  if (schema.properties) return objectType(schema, schema.properties);
  if (!schema.items) return valueType(schema, 'number | string');
  // Numbers among texts are taken as texts.
  const item =
    schema.items.enum || schema.items.type !== 'string' ? sentType(schema.items) : 'string | number';
  return `readonly (${item})[]`;
}

function objectType({ required = [] }: Schema, properties: Readonly<Record<string, Schema>>): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const doc = schema.description === undefined ? '' : `/** ${schema.description} */ `;
    return `${doc}${name}${required.includes(name) ? '' : '?'}: ${sentType(schema)}`;
  });
  return `{ ${members.join('; ')} }`;
}

/** One type for each way to name the record, and one with all fields. */
function lookupTypes(operation: AnyOperation, lookup: Lookup, members: readonly Member[]): string {
  const { name } = operation;
  const { ident, identifier, fields } = lookup;
  const all = `${pascal(name)}Fields`;
  const way = (choice: string | undefined, needed: string): readonly [string, string] => {
    const type = `${pascal(name)}By${pascal(needed.replace(`${name.split('.')[0]}_`, ''))}`;
    const choices = choice === undefined ? '' : `  ${identifier}: ${JSON.stringify(choice)};\n`;
    return [
      type,
      `${comment([`\`${name}\` by \`${needed}\`.`])}export interface ${type} extends ${all} {\n${choices}  ${needed}: string;\n}\n`,
    ];
  };
  const ways = [
    way(undefined, ident),
    ...Object.entries(fields).map(([choice, field]) => way(choice, field)),
  ];
  const union = ways.map(([type]) => type).join(' | ');
  return [
    `${comment([`All fields of \`${name}\`. Each request needs those that name the record.`])}${interfaceOf(all, members)}`,
    ...ways.map(([, text]) => text),
    `${requestComment(operation)}export type ${pascal(name)}Request = ${union};\n`,
  ].join('\n');
}

function interfaceOf(name: string, members: readonly Member[]): string {
  if (members.length === 0) return `export type ${name} = Record<string, never>;\n`;
  return `export interface ${name} {\n${memberLines(members)}}\n`;
}
