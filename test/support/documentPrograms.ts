import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { type ClientPackage, EmptyProject } from './clientPackage.ts';
import type { Ended } from './running.ts';

/** The TypeScript of a document: its blocks, which stand for one program of the client's package, and what they say that they print. */
export class DocumentProgram {
  readonly #project: EmptyProject;
  /** Texts behind `// prints:`. */
  readonly printed: readonly string[];

  /** Makes a project of it, with other packages of this repository that it imports. */
  constructor(document: string, packed: ClientPackage, packages: readonly string[] = []) {
    const blocks = [...readFileSync(document, 'utf8').matchAll(/^```ts\n([^]*?)^```$/gm)];
    if (blocks.length === 0) throw new Error(`${document} has no TypeScript`);
    const source = blocks.map(([, block = '']) => block).join('\n');
    this.printed = [...source.matchAll(/\/\/ prints: (.*)$/gm)].map(([, line = '']) => line);
    this.#project = new EmptyProject({
      'package.json': '{ "type": "module" }',
      'program.ts': source,
      'tsconfig.json': JSON.stringify(strictly(['program.ts'])),
    });
    this.#project.place(packed);
    for (const name of packages)
      symlinkSync(path.resolve('node_modules', name), path.join(this.#project.folder, 'node_modules', name));
  }

  /** The file that `compile` writes. */
  get file(): string {
    return path.join(this.#project.folder, 'program.js');
  }

  compile(): Promise<Ended> {
    return this.#project.compile();
  }

  /** Runs what `compile` wrote. */
  run(env: Readonly<Record<string, string>>): Promise<Ended> {
    return this.#project.run('program.js', env);
  }

  remove(): void {
    this.#project.remove();
  }
}

/** The strictest configuration of TypeScript, for programs of Node. */
export function strictly(include: readonly string[]): object {
  return {
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      module: 'nodenext',
      target: 'es2022',
      types: ['node'],
      typeRoots: [path.resolve('node_modules/@types')],
      skipLibCheck: true,
    },
    include,
  };
}
