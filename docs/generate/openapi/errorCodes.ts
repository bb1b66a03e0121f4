import { httpRejections } from '../../../shared/contract/httpRejections.ts';
import { batchCodes, fieldErrorCodes, refusalCodes } from '../../../shared/contract/refusals.ts';
import { objectOf, reference, type Schema } from './openapiSchema.ts';

const operationCodes = [...Object.keys(refusalCodes), ...Object.keys(fieldErrorCodes)];
const codes = [...new Set([...operationCodes, ...Object.keys(httpRejections), ...Object.keys(batchCodes)])];

/** The codes of failures: one schema for all operations, or generated clients would have a class for each of them. */
export const codeSchemas: Readonly<Record<string, Schema>> = {
  ErrorCode: {
    type: 'string',
    enum: codes,
    description: 'Why a request failed, for programs. New versions of the service may add codes.',
  },
  FieldErrorCode: {
    type: 'string',
    enum: Object.keys(fieldErrorCodes),
    description: 'Error of a field.',
  },
  EntryCode: {
    type: 'string',
    enum: ['', ...codes],
    description: 'The code of an entry of a batch: that of its failure, or empty on success.',
  },
  FieldError: objectOf(
    {
      field: { type: 'string', description: 'The name of the field.', examples: ['bill_country'] },
      code: { ...reference('FieldErrorCode'), description: 'The code of the error.' },
      message: {
        type: 'string',
        description: 'The field and what is wrong with it.',
        examples: ['bill_country must be an ISO 3166 alpha-2 code'],
      },
    },
    'An error in a field of the request.',
  ),
};

/** `X-Svc-Error` with these values. */
export function codeHeader(own: readonly string[]): Schema {
  const values = [...new Set(own)].map((code) => `\`${code}\``).join(', ');
  return {
    description: `The code of the failure, one of ${values}; absent on success.`,
    schema: reference('ErrorCode'),
  };
}
