import { readFileSync } from 'node:fs';
import { idempotencyKeySchema } from '../../../shared/contract/values/idempotencyKey.ts';
import { operationNames } from '../operationNames.ts';
import { apiPage } from '../page.ts';
import { recordSchemas } from './answerSchema.ts';
import { describeBatch } from './batchItem.ts';
import { edition30 } from './edition30.ts';
import { codeSchemas } from './errorCodes.ts';
import { namedValues } from './namedValues.ts';
import { plain, type Schema } from './openapiSchema.ts';
import { describeOperation } from './operationItem.ts';
import { fieldNames } from './requestSchema.ts';
import { failure, headerComponents, httpResponseComponents } from './responses.ts';
import { deliveryItem, deliverySchema } from './webhooksItem.ts';

const { version, license } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as {
  readonly version: string;
  readonly license: string;
};

/** The text of docs/openapi.json: OpenAPI 3.1, made from the contract. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

/** The text of docs/openapi-3.0.json: the same in OpenAPI 3.0. */
export function openApi30Text(): string {
  return `${JSON.stringify(edition30(openApiDocument()), null, 2)}\n`;
}

function openApiDocument(): Schema {
  const described = [...operationNames.map(describeOperation), describeBatch()];
  const schemas = Object.assign({}, ...described.map(({ schemas: own }) => own)) as Readonly<
    Record<string, Schema>
  >;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Counterfoil',
      version,
      license: { name: license, identifier: license },
      summary: 'Customers, their delivery addresses and articles, for invoicing.',
      description: guide(),
    },
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    tags,
    security: [{ hmac: [] }, { hmac: [], signatureV2: [] }],
    paths: Object.fromEntries(described.map(({ path, item }) => [path, item])),
    webhooks: { delivery: deliveryItem },
    components: {
      securitySchemes,
      parameters: { IdempotencyKey: idempotencyKey },
      headers: headerComponents,
      responses: httpResponseComponents(),
      schemas: {
        ...schemas,
        ...recordSchemas(),
        ...namedValues,
        ...fieldNames,
        Failure: failure,
        DeliveryBody: deliverySchema,
        ...codeSchemas,
      },
    },
  };
}

/** The sections of docs/api.md that a client can't be written without. */
function guide(): string {
  const page = apiPage();
  const begin = page.indexOf('<a id="http"></a>');
  const end = page.indexOf('<a id="batch"></a>');
  const fields = page.slice(
    page.indexOf('### Parsing and cleaning values'),
    page.indexOf('<a id="refused-fields"></a>'),
  );
  const text = `${page.slice(begin, end)}## Values\n\n${fields.replace(/^.*\n\n/, '')}`;
  const alone = text.replaceAll(/<a id="[^"]*"><\/a>\n/g, '').replace(/^\[signatures[^]*?\n\n/m, '');
  return plain(alone).trim();
}

const tags = [
  { name: 'customer', description: 'Customers.' },
  { name: 'address', description: 'Delivery addresses of customers.' },
  { name: 'article', description: 'Articles.' },
  { name: 'webhook', description: 'Webhooks: the service sends changes to you.' },
  { name: 'batch', description: 'Many operations in one request.' },
];

const securitySchemes: Schema = {
  hmac: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Hmac',
    description:
      'Signature v1, on every request: `APP_ID:HMAC`. HMAC is the base64 of HMAC-SHA-256 over the exact bytes of the body; the key is the text of the API secret.',
  },
  signatureV2: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Signature',
    description:
      'Signature v2, in addition, as the policy of the app requires: `v2;kid=KEY_ID;ts=TIME;nonce=NONCE;sig=SIGNATURE`. The description of this document says how it is computed.',
  },
};

const idempotencyKey: Schema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a write repeatable: a repeat with the same key gets the first answer, and the write is not run twice. Stored for at least 24 hours, for each app.',
  schema: { ...idempotencyKeySchema },
  example: '5f1c2c6e-2f0a-4a57-9d5b-0a3f6e7d8c9b',
};
