import { faultCodes } from '../../../shared/refusals.ts';
import { objectOf, reference, type Schema } from './schema.ts';

/** The schemas of an operation's success and refusal. */
export function successSchema(operation: string, message: string, data: Schema): Schema {
  return objectOf(
    {
      response: { type: 'boolean', const: true, description: 'The operation did what it should.' },
      data,
      method: methodSchema(operation),
      message: { type: 'string', description: 'The outcome in words.', examples: [message] },
    },
    `The answer of \`${operation}\` when it was done.`,
  );
}

export function refusalSchema(operation: string, data: readonly Schema[]): Schema {
  const none = { type: 'null', description: 'There is nothing more to say.' };
  return objectOf(
    {
      response: { type: 'boolean', const: false, description: 'Nothing was changed.' },
      data: { description: 'What is known of the refusal.', anyOf: [none, ...data] },
      method: methodSchema(operation),
      message: {
        type: 'string',
        description: 'Why it was refused, in words. Programs use the header `X-Svc-Error`.',
      },
    },
    `The answer of \`${operation}\` when it was refused, with status 200.`,
  );
}

function methodSchema(operation: string): Schema {
  return { type: 'string', const: operation, description: 'The operation.' };
}

/** What refusals of fields have in `data`. */
export const fieldErrors: Schema = {
  type: 'object',
  description: 'Every wrong field of the request.',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      maxItems: 100,
      description: 'The errors, in the order of the fields.',
      items: reference('FieldError'),
    },
    more: { type: 'integer', minimum: 1, description: 'The number of further errors, if there are any.' },
  },
};

export const fieldError: Schema = objectOf(
  {
    field: { type: 'string', description: 'The name of the field.', examples: ['bill_country'] },
    code: { type: 'string', enum: Object.keys(faultCodes), description: 'The code of the error.' },
    message: {
      type: 'string',
      description: 'The field and what is wrong with it.',
      examples: ['bill_country must be an ISO 3166 alpha-2 code'],
    },
  },
  'An error in a field of the request.',
);
