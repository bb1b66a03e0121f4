import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Ended, Running } from './running.ts';

/** The TypeScript of a document: its blocks, which stand for one program, and what they say that they print. */
export class DocumentProgram {
  readonly #folder: string;
  readonly #file: string;
  /** What stands behind `// prints:`. */
  readonly printed: readonly string[];

  constructor(document: string) {
    const blocks = [...readFileSync(document, 'utf8').matchAll(/^```ts\n([^]*?)^```$/gm)];
    if (blocks.length === 0) throw new Error(`${document} has no TypeScript`);
    const source = blocks.map(([, block = '']) => block).join('\n');
    this.printed = [...source.matchAll(/\/\/ prints: (.*)$/gm)].map(([, line = '']) => line);
    mkdirSync('.counterfoil', { recursive: true });
    this.#folder = mkdtempSync(path.join('.counterfoil', 'document-'));
    this.#file = path.join(this.#folder, 'program.ts');
    writeFileSync(this.#file, source.replaceAll("'./client/", "'../../client/"));
    writeFileSync(path.join(this.#folder, 'tsconfig.json'), JSON.stringify(configuration));
  }

  compile(): Promise<Ended> {
    return new Running(process.execPath, ['node_modules/typescript/bin/tsc', '-p', this.#folder]).ended;
  }

  run(env: Readonly<Record<string, string>>): Promise<Ended> {
    return new Running(process.execPath, ['--import', 'tsx', this.#file], { env }).ended;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

const configuration = {
  extends: '../../tsconfig.json',
  compilerOptions: {
    noEmit: true,
    rootDir: '../..',
    noUnusedLocals: false,
    skipLibCheck: true,
    types: ['node'],
  },
  include: ['program.ts'],
};
