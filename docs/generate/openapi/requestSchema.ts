import { namesOf } from '../../../shared/contract/input/resourceNames.ts';
import { type AnyOperation, resourceOf } from '../../../shared/contract/operations/operation.ts';
import type { Field, Fields } from '../../../shared/contract/resources/field.ts';
import type { Lookup } from '../../../shared/contract/resources/request.ts';
import { pascal } from '../contractSchema.ts';
import { meaningOf } from '../meanings.ts';
import { exampleOf } from './exampleValues.ts';
import { fieldSchema } from './fieldSchema.ts';
import { plain, reference, type Schema } from './openapiSchema.ts';

/** The schemas of a request: that of the operation, and those of the objects in it. */
export function requestSchemas(contract: AnyOperation): Readonly<Record<string, Schema>> {
  const fields = Object.entries<Field>(contract.input);
  const nested = fields.flatMap(([name, { members }]) =>
    members ? [[nameOfNested(contract, name), nestedSchema(name, members, contract)] as const] : [],
  );
  const required = fields.filter(([, { presence }]) => presence === 'required').map(([name]) => name);
  const request = {
    type: 'object',
    description: `The fields of \`${contract.name}\`. ${ignoresOthers(contract) ? 'Other fields of the resource are ignored; unknown' : 'Other'} ones are refused.`,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(fields.map(([name, field]) => [name, property(name, field, contract)])),
    ...otherNames(contract, fields),
    ...(contract.lookup ? waysToName(contract.lookup) : {}),
    ...(Object.hasOwn(contract.input, 'query') ? withoutOrder : {}),
    ...(contract.name.endsWith('.put') ? waysToFind(`${resourceOf(contract.name)}_nr`) : {}),
  };
  return { [`${pascal(contract.name)}Request`]: request, ...Object.fromEntries(nested) };
}

function property(name: string, field: Field, contract: AnyOperation): Schema {
  if (!field.members) return fieldSchema(name, field, contract);
  const description = plain(meaningOf(contract.name, name));
  return { ...reference(nameOfNested(contract, name)), description };
}

/** `CustomerFilter` */
function nameOfNested(contract: AnyOperation, name: string): string {
  return pascal(`${resourceOf(contract.name)}.${name}`);
}

/** An object with any of the members. */
function nestedSchema(name: string, members: Fields, contract: AnyOperation): Schema {
  const [first = ''] = Object.keys(members);
  const properties = Object.entries(members).map(([member, field]) => [
    member,
    fieldSchema(member, field, contract, 'filter'),
  ]);
  const needing = Object.keys(members).filter(
    (member) => contract.check?.({ [name]: { [member]: exampleOf(member) } }) !== undefined,
  );
  return {
    type: 'object',
    description: plain(meaningOf(contract.name, name)),
    properties: Object.fromEntries(properties),
    ...(needing.length > 0
      ? { dependentRequired: Object.fromEntries(needing.map((member) => [member, ['external_ident']])) }
      : {}),
    additionalProperties: false,
    examples: [{ [first]: exampleOf(first) }],
  };
}

function ignoresOthers(contract: AnyOperation): boolean {
  return !contract.refusesOthers && namesOf[resourceOf(contract.name)].size > 0;
}

/**
 * The other names that a request may have. They are not properties, since generated request classes would then have all of
 * them.
 */
function otherNames(contract: AnyOperation, fields: readonly (readonly [string, Field])[]): Schema {
  if (!ignoresOthers(contract)) return { additionalProperties: false };
  const resource = resourceOf(contract.name);
  const own = fields.map(([name]) => name).filter((name) => !namesOf[resource].has(name));
  const known = reference(namesSchema(resource));
  return { propertyNames: own.length > 0 ? { anyOf: [known, { enum: own }] } : known };
}

function namesSchema(resource: string): string {
  return { article: 'ArticleFieldName', webhook: 'WebhookFieldName' }[resource] ?? 'CustomerFieldName';
}

/** The names that requests of a resource may have, by the name of their schema. */
export const fieldNames: Readonly<Record<string, Schema>> = {
  CustomerFieldName: namesOfResource('customer', 'a customer or of a delivery address'),
  ArticleFieldName: namesOfResource('article', 'an article'),
  WebhookFieldName: namesOfResource('webhook', 'a webhook'),
};

function namesOfResource(resource: 'customer' | 'article' | 'webhook', whose: string): Schema {
  return {
    type: 'string',
    enum: [...namesOf[resource]],
    description: `The fields of ${whose}. A request ignores those that its operation does not take, whatever they hold, so that a record that was read can be sent back.`,
  };
}

/** A put finds its record by the source, or by the number alone. Generators of types leave `if` out. */
function waysToFind(number: string): Schema {
  return {
    if: { required: ['external_ident'], properties: { external_ident: { minLength: 1 } } },
    else: { required: [number], properties: { external_account_name: { const: '' } } },
  };
}

/** A text that is not empty; digits may be a number. */
const filled = { type: ['string', 'integer'], minLength: 1 };

/** A query has an order and rules of its own; an empty one counts as not sent, like an empty search. Generators of types leave `if` out. */
const withoutOrder: Schema = {
  if: { not: { required: ['query'], properties: { query: filled } } },
  else: {
    not: { anyOf: [{ required: ['sort'] }, { required: ['search'], properties: { search: filled } }] },
  },
};

/** A record is named by its ident, or by a choice and the chosen field. Generators of types leave `if` out. */
function waysToName({ ident, identifier, fields }: Lookup): Schema {
  const ways = Object.entries(fields).map(([choice, field]) => ({
    required: [identifier, field],
    properties: { [identifier]: { const: choice }, [field]: filled },
  }));
  return { if: { required: [ident], properties: { [ident]: filled } }, else: { anyOf: ways } };
}
