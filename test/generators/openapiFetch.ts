import createClient from 'openapi-fetch';
import type { paths } from './generated/openapiTypescript.js';
import { settings, signatures } from './signing.js';

const { url } = settings;
const client = createClient<paths>({ baseUrl: url });

/** Signs what is sent, as a program would that uses the generated types. */
client.use({
  async onRequest({ request, schemaPath }) {
    const signed = await signatures(schemaPath, await request.clone().text());
    for (const [name, value] of Object.entries(signed)) request.headers.set(name, value);
    return request;
  },
});

const created = await client.POST('/api/v1/article.create', {
  body: { article_title: 'Tea', article_unit: 'unit_kg', article_price: 12.5 },
});
if (!created.data?.response) throw new Error(JSON.stringify(created.data ?? created.error));
const { article_ident = '' } = created.data.data ?? {};

const read = await client.POST('/api/v1/article.read', { body: { article_ident } });
if (!read.data?.response) throw new Error(JSON.stringify(read.data ?? read.error));
const { article_title, article_price, sales } = read.data.data ?? {};

const refused = await client.POST('/api/v1/article.update', {
  body: { article_ident, article_nr: 'x'.repeat(200) },
});
const refusal = refused.data?.response === false ? refused.data.message : '';
process.stdout.write(
  JSON.stringify({ article_ident, article_title, article_price, count: sales?.count, refusal }),
);
