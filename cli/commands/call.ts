import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { counterfoil, UnavailableError } from '../../client/nodeClient.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { credentials, credentialsHelp } from '../support/credentials.ts';

interface Options {
  readonly idempotencyKey?: string;
}

export function callCommand(): Command {
  return new Command('call')
    .description('Sign a request, send it, and print the envelope.')
    .argument('<operation>', 'such as customer.create')
    .argument('[json]', 'the request: JSON, @file, or - for standard input', '{}')
    .option('--idempotency-key <key>', 'makes it safe to repeat the same command')
    .addHelpText('after', `\n${help}`)
    .action(call);
}

const help = `Examples:
  counterfoil call article.create '{ "article_title": "Coffee beans", "article_price": 12 }'
  counterfoil call customer.create @customer.json

Exit code: 0 for "response": true, 2 for "response": false, 1 without an answer.
${credentialsHelp}`;

async function call(operation: string, json: string, { idempotencyKey }: Options): Promise<void> {
  // Few repeats: a person at a terminal should soon see that nothing answers.
  const client = counterfoil({ ...credentials(), repeats: 5 });
  try {
    const sent = await client.send(operation, read(json), idempotencyKey ? { idempotencyKey } : {});
    process.stdout.write(`${JSON.stringify(sent.envelope, null, 2)}\n`);
    process.exitCode = sent.envelope.response ? 0 : 2;
    if (sent.status === 500 || sent.status === 504) process.stderr.write(repeatHint(sent.idempotencyKey));
  } catch (error) {
    if (error instanceof UnavailableError) process.stderr.write(repeatHint(error.idempotencyKey));
    throw error;
  } finally {
    await client.close();
  }
}

/** The command generated the key, so its user does not know it. */
function repeatHint(key: string | undefined): string {
  return key === undefined
    ? ''
    : `The operation may have been run. Repeat the command with --idempotency-key ${key} to learn its outcome.\n`;
}

/** Returns the bytes unchanged: the signature is of the given bytes. */
function read(json: string): Uint8Array | string {
  if (json === '-') return readFileSync(0);
  if (!json.startsWith('@')) return json;
  try {
    return readFileSync(json.slice(1));
  } catch {
    throw new OperatorError(`${json.slice(1)} cannot be read: check its path and permissions`);
  }
}
