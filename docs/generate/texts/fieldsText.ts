/** A request with wrong fields, and its answer. */
export const fieldErrorsExample = {
  code: 'field_invalid',
  request: { bill_country: 'Germany', bill_titel: 5 },
  answer: {
    response: false,
    data: {
      code: 'field_invalid',
      errors: [
        {
          field: 'bill_country',
          code: 'field_invalid',
          message: 'bill_country must be an ISO 3166 alpha-2 code',
        },
        { field: 'bill_titel', code: 'field_unknown', message: 'unknown field: bill_titel' },
      ],
    },
    method: 'customer.create',
    message: 'bill_country must be an ISO 3166 alpha-2 code',
  },
} as const;

/** A body that is not JSON, and its error. */
export const malformedExample = {
  body: '{"article_title":,}',
  message: 'request body is not a valid JSON object: unexpected , at position 17',
} as const;

/** Accepted as `public_authority_id`. */
export const validLeitwegIds = [
  '04011000-1234512345-06',
  '991-33333TEST-33',
  '992-90009-96',
  '09564000-NUE0001-49',
] as const;
