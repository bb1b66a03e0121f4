import { readFileSync } from 'node:fs';
import { json } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { newAccount } from '../../support/account.ts';
import { AnsweringServer } from '../../support/answeringServer.ts';
import { database } from '../../support/servers.ts';
import { until } from '../../support/until.ts';

interface Body {
  readonly type: string;
  readonly data: { readonly changes: readonly { readonly kind: string }[] };
}

/** The schema of an OpenAPI document, which then allows only the members that it describes. */
function deliverySchema(file: string): object {
  const { components } = JSON.parse(readFileSync(file, 'utf8'), (_, value) =>
    value?.properties ? { ...value, additionalProperties: false } : value,
  );
  return components.schemas.DeliveryBody;
}

describe('bodies of deliveries', () => {
  let receiver: AnsweringServer;
  const bodies: Body[] = [];
  const changes = () => bodies.flatMap(({ data }) => data.changes);
  before(async () => {
    receiver = await AnsweringServer.listen((answer, request) => {
      void json(request).then((body) => bodies.push(body as Body) && answer.end());
    });
    const account = await newAccount({ is_sandbox: 1 });
    const { article, customer, webhook } = account.client;
    const { webhook_ident } = await webhook.create({ url: receiver.url });
    const { article_ident } = await article.create({ article_title: 'Tea' });
    await article.update({ article_ident, article_title: 'Green tea', article_price: 1 });
    await article.delete({ article_ident });
    await customer.create({ bill_company: 'Muster GmbH' });
    await webhook.test({ webhook_ident });
    await until(() => changes().length === 5 && bodies.some(({ type }) => type === 'test'));
    await database()('webhooks').where({ webhook_ident }).delete();
  });
  after(() => receiver.close());

  for (const file of ['docs/openapi.json', 'docs/openapi-3.0.json'])
    it(`have the members, and no others, that ${file} describes`, () => {
      const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(deliverySchema(file));

      for (const body of bodies)
        expect(validate(body), JSON.stringify([body, validate.errors])).to.equal(true);
      expect(new Set(changes().map(({ kind }) => kind))).to.deep.equal(
        new Set(['created', 'updated', 'deleted']),
      );
      expect(validate({ ...bodies[0], attempt: 1 })).to.equal(false);
      expect(validate({ ...bodies[0], data: {} })).to.equal(false);
    });
});
