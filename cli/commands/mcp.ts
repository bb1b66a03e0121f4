import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command, Option } from 'commander';
import { counterfoil } from '../../client/nodeClient.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { callTool } from '../mcp/toolAnswer.ts';
import { type OperationTool, operationTools } from '../mcp/tools.ts';
import { commandRepeats, credentials, credentialsHelp } from '../support/credentials.ts';
import { positiveInteger } from '../support/optionParsers.ts';

interface Options {
  readonly allowWrites?: true;
  readonly maxAnswerBytes: number;
}

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('Serve the operations as tools for agents: an MCP server on standard input and output.')
    .option('--allow-writes', 'also tools that create, change and delete; otherwise, agents can only read')
    .addOption(
      new Option('--max-answer-bytes <bytes>', 'bytes of an answer at most')
        .argParser(positiveInteger)
        .default(32_768),
    )
    .addHelpText('after', `\n${help}`)
    .action(serve);
}

const help = `Examples:
  counterfoil mcp
  counterfoil mcp --allow-writes

An agent's program starts this command: docs/agents.md has its configuration.
${credentialsHelp}`;

async function serve({ allowWrites, maxAnswerBytes }: Options): Promise<void> {
  const client = counterfoil({ ...(await credentials()), repeats: commandRepeats });
  const all = new Map(operationTools().map((each) => [each.tool.name, each]));
  const served = [...all.values()].filter(({ isWriting }) => allowWrites || !isWriting);
  const transport = new StdioServerTransport();
  const ended = endOf(transport);
  serveStdio(
    () => {
      const server = new Server(
        { name: 'counterfoil', version: packageFile.version },
        { capabilities: { tools: {} }, instructions },
      );
      server.setRequestHandler('tools/list', () => ({ tools: served.map(({ tool }) => tool) }));
      server.setRequestHandler('tools/call', ({ params: { name, arguments: given } }, { mcpReq }) => {
        const tool = all.get(name);
        if (!tool || !served.includes(tool)) return notServed(name, tool);
        return callTool(client, tool, given ?? {}, { maxBytes: maxAnswerBytes, signal: mcpReq.signal });
      });
      return server;
    },
    { transport, onerror: ({ message }) => printLine(`counterfoil mcp: ${message}`) },
  );
  await ended;
  await client.close();
}

const instructions = `Customers, delivery addresses and articles of one account of the invoicing service Counterfoil. Records have idents such as cus_… and art_…; find them with the list and find tools. Lists have pages: send the \`cursor\` of an answer to get the next one.`;

/** Resolves when standard input has ended, or standard output is closed. */
function endOf(transport: StdioServerTransport): Promise<void> {
  const close = transport.close.bind(transport);
  return new Promise((resolve) => {
    transport.close = () => close().finally(resolve);
  });
}

function notServed(name: string, tool: OperationTool | undefined) {
  const text = tool
    ? `writes_not_allowed: ${name} changes records, and this server only reads. Its user can start it with \`counterfoil mcp --allow-writes\`.`
    : `tool_unknown: there is no tool ${name}. List the tools.`;
  return { content: [{ type: 'text' as const, text }], isError: true };
}
