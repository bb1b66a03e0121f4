import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { counterfoil, type Sent, UnavailableError } from '../../client/nodeClient.ts';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { callRepeatedly } from '../support/callRepeatedly.ts';
import { announcingWait, commandRepeats, credentials, credentialsHelp } from '../support/credentials.ts';
import { callsPerSecond, durationMs } from '../support/optionParsers.ts';
import { remedyOf } from '../support/remedies.ts';
import { stopSignal } from '../support/stopSignal.ts';

interface Options {
  readonly idempotencyKey?: string;
  readonly perSecond?: number;
  readonly for: number;
}

export function callCommand(): Command {
  return new Command('call')
    .description('Sign a request, send it, and print the envelope.')
    .argument('<operation>', 'such as customer.create')
    .argument('[json]', 'the request: JSON, @file, or - for standard input', '{}')
    .option('--idempotency-key <key>', 'makes it safe to repeat the same command')
    .addOption(
      new Option('--per-second <calls>', 'send it again and again, so that `counterfoil top` shows something')
        .argParser(callsPerSecond)
        .conflicts('idempotencyKey'),
    )
    .addOption(
      new Option('--for <duration>', 'how long, with --per-second')
        .argParser(durationMs)
        .default(60_000, '1m'),
    )
    .addHelpText('after', `\n${help}`)
    .action(call);
}

const help = `Examples:
  counterfoil call article.create '{ "article_title": "Coffee beans", "article_price": 12 }'
  counterfoil call customer.create @customer.json
  counterfoil call article.create '{ "article_title": "Tea" }' --per-second 50 --for 1m

With --per-second, only the counts of the answers are printed. Calls that get 429, 503 or no answer
are sent again, up to ${commandRepeats} times each.
Exit code: 0 for "response": true, 2 for "response": false, 1 without an answer.
With --per-second: 0 if every call got "response": true, otherwise 2.
${credentialsHelp}`;

async function call(operation: string, json: string, options: Options): Promise<void> {
  const { idempotencyKey, perSecond, for: forMs } = options;
  const app = await credentials();
  const client = counterfoil({ ...app, repeats: commandRepeats });
  try {
    if (perSecond !== undefined) {
      const rate = { perSecond, forMs, signal: stopSignal() };
      const { text, areAllDone } = await callRepeatedly(client, operation, read(json), rate);
      process.stdout.write(`${text}\n`);
      if (!areAllDone) process.exitCode = 2;
      return;
    }
    const sending = client.send(
      operation,
      read(json),
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );
    const sent = await announcingWait(app.url, sending);
    process.stdout.write(`${JSON.stringify(sent.envelope, null, 2)}\n`);
    if (sent.envelope.response) return;
    process.exitCode = 2;
    printFailure(sent);
  } catch (error) {
    if (error instanceof UnavailableError) printRepeatHint(error.idempotencyKey);
    throw error;
  } finally {
    await client.close();
  }
}

/** Prints what to do about a failure, and the id by which the operator of the service finds the request. */
function printFailure({ status, code, requestId, idempotencyKey }: Sent): void {
  printLine(`${code || `HTTP status ${status}`}: ${remedyOf(code)}`);
  if (status === 500 || status === 504) printRepeatHint(idempotencyKey);
  printLine(`Request ${requestId}: \`counterfoil request ${requestId}\` shows what the service knows of it.`);
}

/** The command generated the key, so its user does not know it. */
function printRepeatHint(key: string | undefined): void {
  if (key === undefined) return;
  printLine(
    `The operation may have been run. Repeat the command with --idempotency-key ${key} to learn its outcome.`,
  );
}

/** Returns the bytes unchanged: the signature is of the given bytes. */
function read(json: string): Uint8Array | string {
  if (json === '-') return readFileSync(0);
  if (!json.startsWith('@')) return json;
  try {
    return readFileSync(json.slice(1));
  } catch {
    throw new OperatorError(`${json.slice(1)} can't be read: check its path and permissions`);
  }
}
