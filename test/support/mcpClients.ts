import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect } from 'chai';
import type { TestAccount } from './account.ts';
import { cluster } from './cluster.ts';
import { compiled, nowhere } from './command.ts';

interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

const clients: Client[] = [];

/** The variables that name the service and the app of an account. */
export async function variablesOf({ appId, apiSecret }: TestAccount): Promise<Record<string, string>> {
  const { url } = await cluster();
  return { COUNTERFOIL_URL: url, COUNTERFOIL_APP_ID: appId, COUNTERFOIL_API_SECRET: apiSecret };
}

/** Starts `counterfoil mcp` for an account, and connects the SDK's client to it. */
export async function connected(
  account: TestAccount,
  parameters: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const env = { PATH: process.env.PATH ?? '', ...nowhere, ...(await variablesOf(account)), ...more };
  return connectedTo(['cli/counterfoil.js', 'mcp', ...parameters], env);
}

/** Starts Node with these arguments, and connects the SDK's client to it. */
export async function connectedTo(args: string[], env?: Record<string, string>): Promise<Client> {
  await compiled();
  const client = new Client({ name: 'test', version: '1.0.0' });
  const command = process.execPath;
  await client.connect(
    new StdioClientTransport({ command, args, ...(env ? { env } : {}), stderr: 'ignore' }),
  );
  clients.push(client);
  return client;
}

/** Ends what was connected. */
export async function disconnectAll(): Promise<void> {
  await Promise.all(clients.splice(0).map((client) => client.close()));
}

export async function callTool(
  client: Client,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<ToolAnswer> {
  const { content, isError = false } = await client.callTool({ name, arguments: { ...given } });
  const [first] = content as readonly { readonly text: string }[];
  return { text: first?.text ?? '', isError };
}

/** The data of a success. */
export function dataOf({ text, isError }: ToolAnswer) {
  expect(isError, text).to.equal(false);
  return JSON.parse(text);
}
