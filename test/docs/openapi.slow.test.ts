import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { openApi30Text, openApiText } from '../../docs/generate/openapi/document.ts';
import { httpRejections } from '../../shared/contract/httpRejections.ts';
import { gatewayOperations, publicOperations } from '../../shared/contract/operations/allOperations.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Media {
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Post {
  readonly operationId: string;
  readonly requestBody: { readonly content: { readonly 'application/json': Media } };
  readonly responses: Readonly<Record<string, { readonly content?: { readonly 'application/json': Media } }>>;
}

const text = readFileSync('docs/openapi.json', 'utf8');
const document = JSON.parse(text);
const paths = Object.entries<{ readonly post: Post }>(document.paths);
const schemas = Object.entries<Schema>(document.components.schemas);

describe('docs/openapi.json', () => {
  it('is what the contract says', () => {
    expect(text === openApiText(), 'docs/openapi.json is out of date: run npm run docs').to.equal(true);
  });

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text));

    expect({ valid, errors }).to.deep.equal({ valid: true, errors: undefined });
    expect(document.openapi).to.match(/^3\.1/);
  });

  it('has a path for every operation of the interface', () => {
    const names = [...Object.keys(publicOperations), ...Object.keys(gatewayOperations)];

    expect(paths.map(([path]) => path)).to.have.members(names.map((name) => `/api/v1/${name}`));
    const ids = paths.map(([, { post }]) => post.operationId);
    expect(new Set(ids)).to.have.property('size', names.length);
  });

  it('says of every field what it means, and has an example of each that a client sends', () => {
    const lacking = schemas.flatMap(([name, schema]) =>
      propertiesIn(schema).filter(([field, property]) => {
        const isObject = '$ref' in property || 'properties' in property || 'items' in property;
        const needsExample = /(?:Request|Filter)$/.test(name) && !isObject;
        return field !== 'data' && (!property['description'] || (needsExample && !property['examples']));
      }),
    );

    expect(lacking).to.deep.equal([]);
  });

  it('limits every text, number and list that a client sends', () => {
    const limits = ['maxLength', 'enum', 'pattern', 'maximum', 'maxItems', '$ref', 'anyOf'];
    const unlimited = schemas
      .filter(([name]) => /(?:Request|Filter)$/.test(name))
      .flatMap(([name, schema]) =>
        fieldsIn(schema)
          .filter(([, property]) => !limits.some((limit) => limit in property))
          .map(([field]) => `${name}.${field}`),
      );

    expect(unlimited).to.deep.equal([]);
  });

  it('has every refusal as a named example: of operations, of fields and of HTTP', () => {
    for (const contract of Object.values(publicOperations)) {
      const { responses } = document.paths[`/api/v1/${contract.name}`].post as Post;
      const named = Object.keys(responses['200']?.content?.['application/json'].examples ?? {});
      expect(named, contract.name).to.include.members(['success', ...contract.refusals]);
      const faults = Object.keys(contract.input).length > 0 ? ['field_invalid'] : [];
      expect(named, contract.name).to.include.members([...faults, 'field_unknown']);
    }
    const http = Object.values<{ content: { 'application/json': Media } }>(document.components.responses);
    const codes = http.flatMap(({ content }) => Object.keys(content['application/json'].examples));
    expect(codes).to.have.members(Object.keys(httpRejections).filter((code) => code !== 'method_missing'));
  });

  it('has examples that fit their schemas (compiles each of them)', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', components: document.components });
    const media = [
      ...paths.map(([, { post }]) => post.requestBody.content['application/json']),
      ...paths.map(([, { post }]) => post.responses['200']?.content?.['application/json'] as Media),
      ...Object.values<{ content: { 'application/json': Media } }>(document.components.responses).map(
        ({ content }) => content['application/json'],
      ),
    ];
    for (const { schema, examples } of media) {
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
      for (const [name, { value }] of Object.entries(examples)) {
        const isValid = validate(value);
        expect(isValid, `${name} ${JSON.stringify(validate.errors?.slice(0, 3))}`).to.equal(true);
      }
    }
    const deliveries = Object.values<{ post: Post }>(document.webhooks).map(
      ({ post }) => post.requestBody.content['application/json'] as Media & { readonly example: unknown },
    );
    for (const { schema, example } of deliveries) {
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
      expect(validate(example), JSON.stringify(validate.errors)).to.equal(true);
      expect(validate({ ...(example as object), data: {} })).to.equal(false);
    }
    expect(deliveries).not.to.be.empty;
    expect(media).to.have.length.above(2 * paths.length);
  });

  it('has examples of fields that fit the fields', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', components: document.components });
    for (const [name, schema] of schemas)
      for (const [field, property] of propertiesIn(schema))
        for (const example of (property['examples'] as unknown[]) ?? []) {
          const own = JSON.parse(JSON.stringify(property).replaceAll('"#/', '"document#/'));
          expect(ajv.validate(own, example), `${name}.${field}`).to.equal(true);
        }
  });
});

describe('docs/openapi-3.0.json', () => {
  const edition = readFileSync('docs/openapi-3.0.json', 'utf8');

  it('is what the contract says', () => {
    expect(edition === openApi30Text(), 'docs/openapi-3.0.json is out of date: run npm run docs').to.equal(
      true,
    );
  });

  it('is valid OpenAPI 3.0', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(edition));

    expect({ valid, errors }).to.deep.equal({ valid: true, errors: undefined });
    expect(JSON.parse(edition).openapi).to.match(/^3\.0/);
  });
});

/** Every property in a schema, however deep. */
function propertiesIn(schema: Schema): [string, Schema][] {
  const { properties = {}, items, allOf = [], anyOf = [] } = schema as Readonly<Record<string, Schema>>;
  const own = Object.entries(properties as Record<string, Schema>);
  const inner = [
    ...own.map(([, property]) => property),
    ...(items ? [items] : []),
    ...(allOf as unknown as Schema[]),
    ...(anyOf as unknown as Schema[]),
  ];
  return [...own, ...inner.flatMap(propertiesIn)];
}

/** The fields of a request, and those of its fields that hold others. */
function fieldsIn({ properties = {} }: Schema): readonly (readonly [string, Schema])[] {
  return Object.entries(properties as Record<string, Schema>).flatMap(([name, property]) =>
    'properties' in property ? fieldsIn(property) : [[name, property] as const],
  );
}
