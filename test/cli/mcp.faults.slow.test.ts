import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { blocksOf } from '../docs/documents.ts';
import { AnsweringServer, silence } from '../support/answeringServer.ts';
import { start } from '../support/command.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { freshAccount } from '../support/fixtures.ts';
import {
  callTool,
  connected,
  connectedTo,
  dataOf,
  disconnectAll,
  variablesOf,
} from '../support/mcpClients.ts';
import { freePort } from '../support/ports.ts';
import type { Running } from '../support/running.ts';
import { until } from '../support/until.ts';

describe('counterfoil mcp, when something is wrong (starts commands)', () => {
  const account = freshAccount();
  afterEach(disconnectAll);
  after(cleanUp);

  it('answers an error when no gateway answers, and serves on', async () => {
    const port = await freePort();
    const client = await connected(account, [], { COUNTERFOIL_URL: `http://127.0.0.1:${port}` });

    const { text, isError } = await callTool(client, 'account_read');

    expect(isError).to.equal(true);
    expect(text).to.match(/^no_answer: .*\nCheck that the service runs at the address in COUNTERFOIL_URL\.$/);
    expect(await client.listTools()).to.have.any.keys('tools');
  });

  it('answers an error when the secret is wrong', async () => {
    const client = await connected(account, [], { COUNTERFOIL_API_SECRET: 'wrong' });

    const { text, isError } = await callTool(client, 'account_read');

    expect(isError).to.equal(true);
    expect(text).to.match(/^authentication_failed: .*\n\S.*\n/);
    expect(text).not.to.include('wrong');
  });

  it('goes on after lines that are not messages, and writes nothing but messages to standard output', async () => {
    const garbage = ['garbage', '{"jsonrpc":', '[]', '5', '{"jsonrpc":"2.0"}', '\u0000'];
    const running = await opened({}, garbage);
    await running.prints(/"id":2/);
    running.child.stdin?.end();
    const { code, stdout } = await running.ended;

    expect(code).to.equal(0);
    for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).to.include({ jsonrpc: '2.0' });
    expect(stdout).to.include('EUR');
  });

  it('ends when standard input ends, also during a call', async () => {
    const silent = await AnsweringServer.listen(silence);
    const running = await opened({ COUNTERFOIL_URL: silent.url });
    await until(() => silent.seen > 0);
    running.child.stdin?.end();

    expect(await running.ended).to.include({ code: 0 });
    await silent.close();
  });

  /** Starts the command, and sends lines, the opening of an earlier protocol, and a call. */
  async function opened(
    service: { readonly COUNTERFOIL_URL?: string },
    lines: readonly string[] = [],
  ): Promise<Running> {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'account_read' } },
    ];
    const input = [...lines, ...messages.map((message) => JSON.stringify(message))].join('\n');
    const env = { ...(await variablesOf(account)), ...service };
    return start(['mcp'], { env, input: `${input}\n`, keepsInput: true });
  }

  it('starts as docs/agents.md configures it', async () => {
    const [settings, configuration] = ['ini', 'json'].map(
      (language) => blocksOf('docs/agents.md').find((block) => block.language === language)?.text ?? '',
    );
    const { args } = JSON.parse(configuration ?? '').mcpServers.counterfoil;
    const values = await variablesOf(account);
    const file = path.join(await emptyFolder(), 'counterfoil.env');
    await writeFile(
      file,
      (settings ?? '').replaceAll(/^(\w+)=.*$/gm, (_, name) => `${name}=${values[name]}`),
    );
    const [, , ...parameters] = args as readonly string[];
    const ownArgs = [`--env-file=${file}`, 'cli/counterfoil.js', ...parameters];
    const client = await connectedTo(ownArgs);

    expect(args.slice(0, 2).join(' ')).to.match(/^--env-file=\S+\.env \S+\/cli\/counterfoil\.js$/);
    expect(dataOf(await callTool(client, 'account_read'))).to.include({
      account_ident: account.accountIdent,
    });
  });

  it('ends with the reason when no service is named', async () => {
    const { code, stdout, stderr } = await (await start(['mcp'])).ended;

    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr).to.match(/^counterfoil: `npm start` is not running here/);
  });
});
