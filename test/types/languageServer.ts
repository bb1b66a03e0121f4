import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly method?: string;
}

/** An error of the compiler; its line counts from 0. */
export interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

interface Hover {
  readonly contents: { readonly value: string };
}

/** The server that editors ask about TypeScript, so that a test sees what someone sees who points at a name. */
export class LanguageServer {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  private constructor() {
    const compiler = path.resolve('node_modules/typescript/bin/tsc');
    this.#process = spawn(process.execPath, [compiler, '--lsp', '--stdio'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#process.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
  }

  static async start(): Promise<LanguageServer> {
    const server = new LanguageServer();
    const capabilities = { textDocument: { hover: { contentFormat: ['plaintext'] } } };
    await server.#request('initialize', { processId: process.pid, rootUri: uriOf('.'), capabilities });
    server.#send({ method: 'initialized', params: {} });
    return server;
  }

  /** Opens a file, with another text than it has on disk if one is given. */
  open(file: string, text = readFileSync(file, 'utf8')): void {
    const textDocument = { uri: uriOf(file), languageId: 'typescript', version: 1, text };
    this.#send({ method: 'textDocument/didOpen', params: { textDocument } });
  }

  /** The compiler's errors in an open file. */
  async errors(file: string): Promise<readonly Diagnostic[]> {
    const report = await this.#request('textDocument/diagnostic', { textDocument: { uri: uriOf(file) } });
    return (report as { items: readonly Diagnostic[] }).items;
  }

  /** Resolves to the text that the editor shows for the name at this place; line and character count from 0. */
  async hover(file: string, line: number, character: number): Promise<string> {
    const hover = await this.#request('textDocument/hover', {
      textDocument: { uri: uriOf(file) },
      position: { line, character },
    });
    return (hover as Hover | null)?.contents.value ?? '';
  }

  /** Ends it without asking: it may be compiling for minutes on a busy machine. The compiler itself ends with its input. */
  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('close', resolve));
    this.#process.stdin.end();
    this.#process.kill();
    await ended;
  }

  #request(method: string, params?: object): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(error.message)) : resolve(result),
      );
    });
    this.#send({ id, method, ...(params && { params }) });
    return answered;
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (let message = this.#next(); message; message = this.#next()) this.#handle(message);
  }

  #next(): Message | undefined {
    const headerEnds = this.#received.indexOf('\r\n\r\n');
    if (headerEnds < 0) return undefined;
    const [, length] = /Content-Length: (\d+)/i.exec(this.#received.toString('latin1', 0, headerEnds)) ?? [];
    const bodyEnds = headerEnds + 4 + Number(length);
    if (this.#received.length < bodyEnds) return undefined;
    const body = this.#received.toString('utf8', headerEnds + 4, bodyEnds);
    this.#received = this.#received.subarray(bodyEnds);
    return JSON.parse(body) as Message;
  }

  #handle(message: Message): void {
    const { id, method } = message;
    if (id === undefined) return;
    // The server asks too, such as for settings; it has none of us.
    if (method !== undefined)
      this.#send({ id, result: method === 'workspace/configuration' ? [null] : null });
    else {
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    }
  }
}

function uriOf(file: string): string {
  return pathToFileURL(path.resolve(file)).href;
}
