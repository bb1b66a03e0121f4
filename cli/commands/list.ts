import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { type Counterfoil, counterfoil, RefusedError } from '../../client/webClient.ts';
import { identFields } from '../../importer/mapping/rules/resourceFields.ts';
import { grouped } from '../../shared/contract/values/counted.ts';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { csvHeader, csvRecords } from '../list/recordCsv.ts';
import { type Listed, type ListedRecord, listed, pagesOf, type Wanted } from '../list/recordPages.ts';
import { recordText } from '../list/recordText.ts';
import { announcingWait, credentials, credentialsHelp } from '../support/credentials.ts';
import { positiveInteger } from '../support/optionParsers.ts';
import { interruptedCode, stopSignal } from '../support/stopSignal.ts';

interface Options {
  readonly filter?: Readonly<Record<string, string>>;
  readonly search?: string;
  readonly query?: string;
  readonly sort?: string;
  readonly updatedFrom?: string;
  readonly updatedTo?: string;
  readonly limit?: number;
  readonly csv?: string;
  readonly json?: true;
}

const shownRecords = 100;

export function listCommand(): Command {
  return new Command('list')
    .description('List customers, delivery addresses or articles, or export them to a CSV file.')
    .addArgument(new Argument('<resource>').choices(listed))
    .addOption(
      new Option('--filter <field=value>', 'only records with this value; can be repeated').argParser(
        filterValue,
      ),
    )
    .option('--search <text>', 'only records whose name, number, e-mail, title, SKU or EAN begins with this')
    .option('--query <words>', 'customers or articles with these words, as people type them, the best first')
    .option(
      '--sort <order>',
      'created, updated, number, company, lastname or title; -created is newest first',
    )
    .option('--updated-from <time>', 'only records changed since then, such as "2026-11-01 00:00:00", in UTC')
    .option('--updated-to <time>', 'only records changed until then')
    .addOption(
      new Option(
        '--limit <number>',
        `records at most (default: ${shownRecords} as a table, otherwise all)`,
      ).argParser(positiveInteger),
    )
    .option('--csv <file>', 'write a CSV file that `counterfoil import` takes back; - for standard output')
    .addOption(new Option('--json', 'print each record as a line of JSON').conflicts('csv'))
    .addHelpText('after', `\n${help}`)
    .action(list);
}

const help = `Examples:
  counterfoil list customers --search mus
  counterfoil list customers --query 'mueller berlin'
  counterfoil list articles --filter article_sku=TEA-1
  counterfoil list customers --filter bill_country=at --sort=-updated
  counterfoil list customers --csv customers.csv
  counterfoil list addresses --filter customer_ident=cus_01jd2q4z0c8k3v7n5m9x1r6t2w --json

Records are in order of creation without --sort and --query. The fields of --filter are in docs/api.md, with the operations customer.list, article.list and
address.list. An export is imported with --match customer_ident or --match article_ident: docs/importing.md
Exit code: 0 when all was listed, 2 when the service refused the list, 1 without an answer, 130 after Ctrl-C.
${credentialsHelp}`;

function filterValue(text: string, former: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, field, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (field === undefined || value === undefined)
    throw new InvalidArgumentError('It must be FIELD=VALUE, such as customer_nr=10001.');
  if (Object.hasOwn(former, field)) throw new InvalidArgumentError(`--filter ${field} is given twice.`);
  return { ...former, [field]: value };
}

async function list(resource: Listed, options: Options): Promise<void> {
  const { csv } = options;
  const isTable = csv === undefined && !options.json;
  const app = await credentials();
  const client = counterfoil(app);
  // The first Ctrl-C ends the list after its page.
  const stop = stopSignal();
  process.stdout.on('error', ended);
  const output = csv === undefined || csv === '-' ? standardOutput : await newFile(csv);
  let count = 0;
  try {
    const text = await announcingWait(app.url, textOf(resource, client, options));
    if (csv !== undefined) await output.write(csvHeader(resource));
    const pages = pagesOf(client, resource, wantedOf(options, isTable), (page) =>
      announcingWait(app.url, page),
    );
    for await (const records of pages) {
      if (stop.aborted) break;
      count += records.length;
      if (records.length > 0) await output.write(text(records));
    }
    if (stop.aborted) await interrupted(output);
    else await finished(resource, count, options, isTable, output);
  } catch (error) {
    await output.discard();
    if (!(error instanceof RefusedError)) throw error;
    printLine(`counterfoil: ${error.message}`);
    process.exitCode = 2;
  } finally {
    process.stdout.off('error', ended);
    await client.close();
  }
}

type TextOf = (records: readonly ListedRecord[]) => string;

async function textOf(resource: Listed, client: Counterfoil, { csv, json }: Options): Promise<TextOf> {
  if (csv !== undefined)
    return csvRecords(resource, resource === 'articles' ? await client.account.read({}) : {});
  if (json) return (records) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
  return (records) => recordText(resource, records, process.stdout.columns || 160);
}

function wantedOf(
  { filter, search, query, sort, updatedFrom, updatedTo, limit }: Options,
  isTable: boolean,
): Wanted {
  return {
    filter: {
      ...filter,
      ...(updatedFrom !== undefined && { updated_from: updatedFrom }),
      ...(updatedTo !== undefined && { updated_to: updatedTo }),
    },
    search,
    query,
    sort,
    limit: limit ?? (isTable ? shownRecords : Number.MAX_SAFE_INTEGER),
  };
}

async function finished(
  resource: Listed,
  count: number,
  { csv, limit }: Options,
  isTable: boolean,
  output: Output,
): Promise<void> {
  await output.finish();
  if (isTable && count === 0) printLine(`no ${resource} found`);
  if (isTable && limit === undefined && count === shownRecords)
    printLine(`These are the first ${shownRecords}; --limit shows more, --csv and --json all.`);
  if (csv === undefined || csv === '-') return;
  const match = resource === 'addresses' ? '' : ` --match ${identFields[resource]}`;
  printLine(`${grouped(count)} ${resource} are in ${csv}`);
  printLine(`Import them again: counterfoil import ${resource} ${csv}${match} --encoding utf-8`);
}

async function interrupted(output: Output): Promise<void> {
  await output.discard();
  printLine('counterfoil: stopped before the end of the list');
  process.exitCode = interruptedCode;
}

/** A reader such as `head` may have enough. */
function ended(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
}

/** The destination of a list. `write` waits while its reader is slower. */
interface Output {
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

const standardOutput: Output = {
  write: (text) => writeTo(process.stdout, text),
  finish: async () => {},
  discard: async () => {},
};

/**
 * Writes a file that only its user may read, since it has personal data. The file gets its name when it is complete. Throws an
 * `OperatorError` if it exists or can't be written.
 */
async function newFile(file: string): Promise<Output> {
  if (existsSync(file)) throw new OperatorError(`${file} exists: choose another name, or remove it`);
  const part = `${file}.part`;
  const handle = await writing(file, open(part, 'w', 0o600));
  return {
    write: (text) => writing(file, handle.appendFile(text)),
    finish: async () => {
      await writing(file, handle.sync());
      await handle.close();
      await rename(part, file);
    },
    discard: async () => {
      await handle.close();
      await rm(part, { force: true });
    },
  };
}

/** Names the file in the error of what writes it. */
async function writing<T>(file: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new OperatorError(`${file} can't be written: ${(error as Error).message}`);
  }
}

async function writeTo(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
