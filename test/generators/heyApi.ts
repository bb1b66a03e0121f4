import { client } from './generated/heyApi/client.gen.js';
import { articleCreate, articleRead, articleUpdate } from './generated/heyApi/sdk.gen.js';
import { settings, signatures } from './signing.js';

client.setConfig({ baseUrl: settings.url });

/** Signs what is sent, as a program would that uses the generated functions. */
client.interceptors.request.use(async (request) => {
  const signed = await signatures(new URL(request.url).pathname, await request.clone().text());
  for (const [name, value] of Object.entries(signed)) request.headers.set(name, value);
  return request;
});

const created = await articleCreate({
  body: { article_title: 'Tea', article_unit: 'unit_kg', article_price: 12.5 },
});
if (!created.data?.response) throw new Error(JSON.stringify(created.data ?? created.error));
const { article_ident = '' } = created.data.data ?? {};

const read = await articleRead({ body: { article_ident } });
if (!read.data?.response) throw new Error(JSON.stringify(read.data ?? read.error));
const { article_title, article_price, sales } = read.data.data ?? {};

const refused = await articleUpdate({ body: { article_ident, article_nr: 'x'.repeat(200) } });
const refusal = refused.data?.response === false ? refused.data.message : '';
process.stdout.write(
  JSON.stringify({ article_ident, article_title, article_price, count: sales?.count, refusal }),
);
