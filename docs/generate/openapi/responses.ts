import { httpRejection } from '../../../gateway/requests/refusalReplies.ts';
import { type HttpRejection, httpRejections } from '../../../shared/contract/httpRejections.ts';
import { groupBy } from '../../../shared/contract/values/groupBy.ts';
import { malformedExample } from '../texts/fieldsText.ts';
import { codeHeader } from './errorCodes.ts';
import { objectOf, plain, reference, type Schema } from './openapiSchema.ts';

/** The status that stands for these codes; requests without a path of an operation don't get `method_missing`. */
const byStatus = groupBy(
  Object.entries(httpRejections).filter(([code]) => code !== 'method_missing'),
  ([, { status }]) => status,
);

const statusNames: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  409: 'Conflict',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  503: 'Unavailable',
  504: 'OutcomeUnknown',
};

/** Text about this attempt only: an attempt before it, without an answer, may have run. */
const nothingRun = 'This attempt ran no operation.';
const unknownOutcome = 'The outcome is unknown.';

/** Statuses with a header that says how long to wait. */
const withRetryAfter: readonly number[] = [429, 503];

/** The responses with statuses other than 200, by status. */
export function httpResponses(): Schema {
  return Object.fromEntries(
    [...byStatus.keys()]
      .toSorted((a, b) => a - b)
      .map((status) => [status, reference(nameOf(status), 'responses')]),
  );
}

export function httpResponseComponents(): Schema {
  return Object.fromEntries(
    [...byStatus].map(([status, refusals]) => [
      nameOf(status),
      responseOf(
        status,
        refusals.map(([code]) => code as HttpRejection),
      ),
    ]),
  );
}

function nameOf(status: number): string {
  return statusNames[status] ?? `Status${status}`;
}

function responseOf(status: number, codes: readonly HttpRejection[]): Schema {
  const outcome = [500, 504].includes(status) ? unknownOutcome : nothingRun;
  return {
    description: `${outcome} ${codes.map((code) => `\`${code}\`: ${plain(httpRejections[code].cause)}`).join(' ')}`,
    headers: {
      ...answerHeaders,
      'X-Svc-Error': codeHeader(codes),
      ...(withRetryAfter.includes(status) ? { 'Retry-After': reference('RetryAfter', 'headers') } : {}),
      ...(status === 405 ? { Allow: reference('Allow', 'headers') } : {}),
    },
    content: {
      'application/json': {
        schema: reference('Failure'),
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
      },
    },
  };
}

function exampleOf(code: HttpRejection): Schema {
  const why = code === 'body_malformed' ? malformedExample.message.split(': ')[1] : undefined;
  return {
    summary: `X-Svc-Error: ${code}`,
    description: `${plain(httpRejections[code].cause)} ${plain(httpRejections[code].remedy)}`,
    value: JSON.parse(httpRejection('article.create', code, why).envelope),
  };
}

/** Headers that every answer may have. */
export const answerHeaders: Schema = {
  'X-Request-Id': reference('RequestId', 'headers'),
  'RateLimit-Limit': reference('RateLimitLimit', 'headers'),
  'RateLimit-Remaining': reference('RateLimitRemaining', 'headers'),
  'RateLimit-Reset': reference('RateLimitReset', 'headers'),
};

/** The header of answers to writes with an `Idempotency-Key`. */
export const replayedHeader: Schema = {
  description:
    'Whether the answer was first given to an earlier request with the same `Idempotency-Key`; absent otherwise.',
  schema: { type: 'string', enum: ['true'] },
};

export const headerComponents: Schema = {
  RequestId: {
    description: "Identifies the request in the operator's log.",
    required: true,
    schema: { type: 'string', examples: ['01jd2q4z0c8k3v7n5m9x1r6t2w'] },
  },
  RetryAfter: {
    description: 'Seconds to wait before a repeat.',
    required: true,
    schema: { type: 'integer', minimum: 1, examples: [1] },
  },
  Allow: {
    description: 'The verb of every operation.',
    required: true,
    schema: { type: 'string', const: 'POST' },
  },
  RateLimitLimit: rateHeader('The maximum number of requests per second; absent without a rate limit.', 50),
  RateLimitRemaining: rateHeader('How many requests are left in this second.', 49),
  RateLimitReset: rateHeader('Seconds until the count restarts.', 1),
};

function rateHeader(description: string, example: number): Schema {
  return { description, schema: { type: 'integer', minimum: 0, examples: [example] } };
}

/** The answer with another status than 200. */
export const failure: Schema = objectOf(
  {
    response: { type: 'boolean', description: 'Always false.' },
    data: failureData(),
    method: {
      type: 'string',
      maxLength: 64,
      examples: ['article.create'],
      description: 'The operation, as it was named.',
    },
    message: { type: 'string', description: 'The error, in words.' },
  },
  'This attempt ran no operation, or its outcome is unknown: the status says which. The header `X-Svc-Error` has the code.',
);

function failureData(): Schema {
  const { data } = JSON.parse(httpRejection('', 'unavailable').envelope) as { readonly data: object | null };
  if (data === null) return { type: 'null', description: 'Always null.' };
  const code = { ...reference('ErrorCode'), description: 'The code, as in `X-Svc-Error`.' };
  return objectOf({ code }, 'The code of the failure.');
}
