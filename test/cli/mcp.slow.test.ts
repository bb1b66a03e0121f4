import { expect } from 'chai';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { AnsweringServer, envelope } from '../support/answeringServer.ts';
import { freshAccount } from '../support/fixtures.ts';
import { addArticles } from '../support/manyRows.ts';
import { callTool, connected, dataOf, disconnectAll } from '../support/mcpClients.ts';
import { storedRows } from '../support/stored.ts';

const operations = Object.values(publicOperations);
const toolName = ({ name }: { readonly name: string }) => name.replace('.', '_');

describe('counterfoil mcp (starts commands)', () => {
  const account = freshAccount();
  afterEach(disconnectAll);

  it('lists the reads of the contract, with the fields of each', async () => {
    const { tools } = await (await connected(account)).listTools();

    const reads = operations.filter(({ kind }) => kind === 'reads');
    expect(tools.map(({ name }) => name)).to.have.members(reads.map(toolName));
    for (const { name, input, summary } of reads) {
      const tool = tools.find((each) => each.name === toolName({ name }));
      expect(Object.keys(tool?.inputSchema.properties ?? {})).to.have.members(Object.keys(input));
      expect(tool?.description).to.include(summary);
      expect(tool?.annotations).to.deep.equal({
        readOnlyHint: true,
        destructiveHint: false,
        openWorldHint: false,
      });
    }
  });

  it('lists the writes too, with --allow-writes', async () => {
    const { tools } = await (await connected(account, ['--allow-writes'])).listTools();

    expect(tools.map(({ name }) => name)).to.have.members(operations.map(toolName));
    expect(JSON.stringify(tools)).not.to.match(/\$ref|"anyOf"|"pattern"|JSON Schema can't/);
    const create = tools.find(({ name }) => name === 'article_create');
    expect(create?.inputSchema).to.deep.include({ required: ['article_title'], additionalProperties: false });
    expect(create?.inputSchema.properties).to.have.any.keys('idempotency_key');
    expect(create?.annotations).to.include({ readOnlyHint: false, destructiveHint: false });
    expect(tools.find(({ name }) => name === 'article_delete')?.annotations).to.include({
      destructiveHint: true,
    });
  });

  it('runs no write without --allow-writes, and says how to allow it', async () => {
    const answer = await callTool(await connected(account), 'article_create', { article_title: 'Tea' });

    expect(answer.isError).to.equal(true);
    expect(answer.text).to.match(/^writes_not_allowed: .*`counterfoil mcp --allow-writes`/);
    expect(await storedRows('articles', account.id)).to.deep.equal([]);
  });

  it('answers the data of an operation as JSON', async () => {
    const client = await connected(account, ['--allow-writes']);
    const { article_ident } = dataOf(await callTool(client, 'article_create', { article_title: 'Tea' }));

    expect(dataOf(await callTool(client, 'article_exists', { article_ident }))).to.equal(true);
    expect(dataOf(await callTool(client, 'article_exists', { article_ident: 'art_unknown' }))).to.equal(
      false,
    );
    expect(dataOf(await callTool(client, 'article_list')).articles).to.have.length(1);
    expect(dataOf(await callTool(client, 'account_read'))).to.include({ currency: 'EUR' });
  });

  it('answers a refusal as an error with code, remedy and the wrong fields', async () => {
    const client = await connected(account);

    const unknown = await callTool(client, 'customer_read', { customer_ident: 'cus_unknown' });
    expect(unknown.isError).to.equal(true);
    expect(unknown.text).to.match(
      /^customer_not_found: customer not found\nCheck the value that was sent\..*\n.*\nRequest \w{26}$/,
    );

    const wrong = await callTool(client, 'article_list', { color: 'red' });
    expect(wrong.isError).to.equal(true);
    expect(wrong.text).to.match(/^field_unknown: unknown field: color\n.*\n\{.*"field":"color".*\}\n/);
  });

  it('answers an error for a tool that there is not', async () => {
    const answer = await callTool(await connected(account), 'batch_run');

    expect(answer).to.deep.equal({
      text: 'tool_unknown: there is no tool batch_run. List the tools.',
      isError: true,
    });
  });

  it('runs a write once that is called again with its key', async () => {
    const client = await connected(account, ['--allow-writes']);
    const create = () =>
      callTool(client, 'article_create', { article_title: 'Tea', idempotency_key: 'order-4711' });

    expect(await create()).to.deep.equal(await create());
    expect(await storedRows('articles', account.id)).to.have.length(1);
  });

  it('names the key of a write whose outcome is unknown', async () => {
    const lost = await AnsweringServer.listen(envelope(null, 504, { 'X-Svc-Error': 'outcome_unknown' }));
    const client = await connected(account, ['--allow-writes'], { COUNTERFOIL_URL: lost.url });

    const { text, isError } = await callTool(client, 'article_create', { article_title: 'Tea' });
    await lost.close();

    expect(isError).to.equal(true);
    expect(text).to.match(/^outcome_unknown: /);
    expect(text).to.match(
      /Call the tool again with "idempotency_key": "[0-9a-f-]{36}" to learn the outcome\./,
    );
  });

  it('asks for fewer records until they fit, so that the cursor goes on where they end', async () => {
    const idents = await addArticles(account.id, 'S-1', 400);
    const client = await connected(account, ['--max-answer-bytes', '20000']);
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { text, isError } = await callTool(client, 'article_list', {
        limit: 400,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(Buffer.byteLength(text)).to.be.at.most(20_000);
      const page = dataOf({ text, isError });
      found.push(...page.articles.map((article: { article_ident: string }) => article.article_ident));
      cursor = page.cursor;
    }

    expect(found).to.deep.equal(idents);
  });

  it('cuts a list that has no pages', async () => {
    await account.client.webhook.create({ url: 'https://example.com/hook' });
    await account.client.webhook.create({ url: 'https://example.com/other' });
    const client = await connected(account, ['--max-answer-bytes', '300']);

    const { text, isError } = await callTool(client, 'webhook_list');

    expect(isError).not.to.equal(true);
    expect(text).to.contain('https://example.com/hook').and.to.contain('[cut: the first 300 of ');
  });

  it('looks for fewer values until their records fit, and says at which to go on', async () => {
    await addArticles(account.id, 'S-1', 10);
    await addArticles(account.id, 'S-2', 10);
    const client = await connected(account, ['--max-answer-bytes', '1500']);
    const find = async (values: readonly string[]) =>
      dataOf(await callTool(client, 'article_find', { by: 'article_sku', values }));

    const first = await find(['S-1', 'S-2']);
    expect(first.articles).to.have.length(10);
    expect(first.next).to.equal(1);
    expect(await find(['S-2'])).not.to.have.any.keys('next');
  });

  it('cuts an answer that has one giant record, and says how to get the rest', async () => {
    const article_description = 'ä'.repeat(20_000);
    const { article_ident } = await account.client.article.create({
      article_title: 'Tea',
      article_description,
    });
    const client = await connected(account, ['--max-answer-bytes', '5000']);

    const { text, isError } = await callTool(client, 'article_read', { article_ident });

    expect(isError).to.equal(false);
    expect(Buffer.byteLength(text)).to.be.below(5_500);
    expect(text).to.match(/\[cut: the first 5000 of 4\d{4} bytes\. .*--max-answer-bytes\.\]$/);
    expect(text).not.to.include('\uFFFD');
  });

  it('answers calls at the same time, each its own answer', async () => {
    const client = await connected(account, ['--allow-writes']);
    const titles = Array.from({ length: 60 }, (_, index) => `Tea ${index}`);

    const created = await Promise.all(
      titles.map((article_title) => callTool(client, 'article_create', { article_title })),
    );
    const read = await Promise.all(
      created.map((answer) =>
        callTool(client, 'article_read', { article_ident: dataOf(answer).article_ident }),
      ),
    );

    expect(read.map((answer) => dataOf(answer).article_title)).to.deep.equal(titles);
  });
});
