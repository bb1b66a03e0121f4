import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestAccount } from './account.ts';
import { cluster } from './cluster.ts';
import { compiled, start } from './command.ts';
import { runHosted } from './commandHost.ts';
import { emptyFolder } from './dataFolders.ts';
import { type Ended, Running } from './running.ts';

/** A folder with files to import, and the command as an account runs it there. */
export class Imports {
  #folder = '';
  #env: Readonly<Record<string, string>> = {};

  /** Uses the shared cluster, unless another address is given. */
  static async of(account: Pick<TestAccount, 'appId' | 'apiSecret'>, url?: string): Promise<Imports> {
    const imports = new Imports();
    await imports.open(account, url);
    return imports;
  }

  /** Goes on with an empty folder, as this account. */
  protected async open(account: Pick<TestAccount, 'appId' | 'apiSecret'>, url?: string): Promise<void> {
    this.#folder = await emptyFolder();
    this.#env = {
      COUNTERFOIL_URL: url ?? (await cluster()).url,
      COUNTERFOIL_APP_ID: account.appId,
      COUNTERFOIL_API_SECRET: account.apiSecret,
      // The history of imports is there.
      COUNTERFOIL_DATA_DIR: await emptyFolder(),
    };
  }

  get folder(): string {
    return this.#folder;
  }

  path(name: string): string {
    return path.join(this.folder, name);
  }

  async write(name: string, text: string | Uint8Array): Promise<void> {
    await writeFile(this.path(name), text);
  }

  /** Reads a file without its byte order mark. */
  async read(name: string): Promise<string> {
    return (await readFile(this.path(name), 'utf8')).replace(/^\uFEFF/, '');
  }

  remove(name: string): Promise<void> {
    return rm(this.path(name));
  }

  /** True if a file is there and has more than so many lines. */
  async hasLines(name: string, lines: number): Promise<boolean> {
    return (await this.files()).includes(name) && (await this.read(name)).split('\n').length > lines;
  }

  /** Changes the lines of JSON Lines that a run has in the history. */
  async changeRun(
    run: number,
    name: string,
    change: (line: Record<string, unknown>) => Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const file = path.join(this.#env.COUNTERFOIL_DATA_DIR ?? '', 'imports', `${run}`, name);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(file, lines.map((line) => `${JSON.stringify(change(JSON.parse(line)))}\n`).join(''));
  }

  files(): Promise<string[]> {
    return readdir(this.folder);
  }

  /** Runs `counterfoil import …` to its end. */
  async run(...parameters: readonly string[]): Promise<Ended> {
    return runHosted(['import', ...this.#here(parameters)], this.#env);
  }

  async start(...parameters: readonly string[]): Promise<Running> {
    return start(['import', ...this.#here(parameters)], { env: this.#env });
  }

  /** Imports from standard input. */
  async pipe(input: string, ...parameters: readonly string[]): Promise<Ended> {
    return (await this.startPipe(input, ...parameters)).ended;
  }

  async startPipe(input: string, ...parameters: readonly string[]): Promise<Running> {
    return start(['import', ...this.#here(parameters)], { env: this.#env, input });
  }

  /** Runs shell commands of a document here, until one fails. */
  async shell(commands: string): Promise<Ended> {
    await compiled();
    const npx = `npx() { shift; '${process.execPath}' '${path.resolve('cli/counterfoil.js')}' "$@"; }`;
    const env = { ...this.#env, COUNTERFOIL_DATA_DIR: this.folder };
    return new Running('bash', ['-ec', `${npx}\n${commands}`], { cwd: this.folder, env }).ended;
  }

  /** Names of files are of this folder. */
  #here(parameters: readonly string[]): string[] {
    return parameters.map((one) => (/^[\w-]+(\.\w+)+$/.test(one) ? this.path(one) : one));
  }
}

/** The summary that `--json` printed. */
export function summaryOf({ stdout }: Ended): Readonly<Record<string, unknown>> {
  return JSON.parse(stdout);
}

/** Returns CSV with `count` articles, each with an ident of its own. */
export function articlesCsv(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `row-${index},Tee ${index},TEE-${index},${index % 100}.5,19`,
  );
  return `external_ident,article_title,article_sku,article_price,article_tax_rate\n${rows.join('\n')}\n`;
}
