import { type AnyOperation, resourceOf } from '../../shared/contract/operations/operation.ts';
import type { Field, Fields } from '../../shared/contract/resources/field.ts';
import type { Lookup } from '../../shared/contract/resources/request.ts';
import { comment } from './comments.ts';
import { pascal, type Schema, valueType } from './contractSchema.ts';
import { requestDoc } from './fieldDocs.ts';

type Member = readonly [name: string, type: string, isRequired: boolean, doc: string];

/** The types of an operation's request: `CustomerCreateRequest`, and those that it is made of. */
export function requestTypes(operation: AnyOperation): string {
  const name = `${pascal(operation.name)}Request`;
  const members = membersOf(operation);
  if (operation.lookup) return lookupTypes(operation, operation.lookup, members);
  return `${requestComment(operation)}${interfaceOf(name, members)}`;
}

function requestComment({ name }: AnyOperation): string {
  return comment([`The request of \`${name}\`.`]);
}

function membersOf(operation: AnyOperation): readonly Member[] {
  return Object.entries<Field>(operation.input as Fields).map(([name, field]) => [
    name,
    typeOf(field),
    field.presence === 'required',
    requestDoc(operation, resourceOf(operation), name, field),
  ]);
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

/** One type for each way to name the record. */
function lookupTypes(operation: AnyOperation, lookup: Lookup, members: readonly Member[]): string {
  const { name } = operation;
  const { ident, identifier, fields } = lookup;
  const way = (choice: string | undefined, needed: string): readonly [string, string] => {
    const own = members.map(([field, type, isRequired, doc]): Member => {
      if (field === identifier && choice !== undefined) return [field, JSON.stringify(choice), true, doc];
      return [field, type, isRequired || field === needed, doc];
    });
    const type = `${pascal(name)}By${pascal(needed.replace(`${name.split('.')[0]}_`, ''))}`;
    return [type, `${comment([`\`${name}\` by \`${needed}\`.`])}${interfaceOf(type, own)}`];
  };
  const ways = [
    way(undefined, ident),
    ...Object.entries(fields).map(([choice, field]) => way(choice, field)),
  ];
  const union = ways.map(([type]) => type).join(' | ');
  return [
    ...ways.map(([, text]) => text),
    `${requestComment(operation)}export type ${pascal(name)}Request = ${union};\n`,
  ].join('\n');
}

function interfaceOf(name: string, members: readonly Member[]): string {
  const lines = members.map(
    ([field, type, isRequired, doc]) => `${comment([doc], '  ')}  ${field}${isRequired ? '' : '?'}: ${type};`,
  );
  return lines.length === 0
    ? `export type ${name} = Record<string, never>;\n`
    : `export interface ${name} {\n${lines.join('\n')}\n}\n`;
}
