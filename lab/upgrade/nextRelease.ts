import { cp, mkdtemp, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { version } from '../../shared/runtime/process/version.ts';
import { run } from '../containers/shell.ts';

/** The version of the made-up release that follows this one. */
export const nextVersion = '99.0.0';

/** An operation of that release, which does the same as `article.exists`. */
export const newOperation = 'article.known';

interface Edit {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** Changes of that release: gateways name their release in each call, and workers store it in a new column. */
const edits: readonly Edit[] = [
  { file: 'package.json', before: `"version": "${version}"`, after: `"version": "${nextVersion}"` },
  {
    file: 'migrations/migrations.ts',
    before: "import type { Knex } from 'knex';\n",
    after: "import type { Knex } from 'knex';\nimport * as next from './next.ts';\n",
  },
  { file: 'migrations/migrations.ts', before: '\n];\n', after: '\n  next,\n];\n' },
  {
    file: 'shared/wire/call.ts',
    before: '  readonly acceptedAt: number;\n',
    after: '  readonly acceptedAt: number;\n  readonly gatewayRelease?: string;\n',
  },
  {
    file: 'gateway/calls/callQueue.ts',
    before: '      acceptedAt,\n',
    after: `      acceptedAt,\n      gatewayRelease: '${nextVersion}',\n`,
  },
  {
    file: 'workers/stores/inbox.ts',
    before: 'request_id: call.key ? call.id : null,\n',
    after: 'request_id: call.key ? call.id : null,\n      gateway_release: call.gatewayRelease ?? null,\n',
  },
  {
    file: 'shared/contract/operations/allOperations.ts',
    before: "import { articleExists } from './article.exists.ts';\n",
    after: `import { articleExists } from './article.exists.ts';
import { articleExists as articleKnown } from './${newOperation}.ts';\n`,
  },
  {
    file: 'workers/operations/implementations.ts',
    before: "import articleExists from './article.exists.ts';\n",
    after: `import articleExists from './article.exists.ts';\nimport articleKnown from './${newOperation}.ts';\n`,
  },
  ...['shared/contract/operations/allOperations.ts', 'workers/operations/implementations.ts'].map((file) => ({
    file,
    before: "  'article.exists': articleExists,\n",
    after: `  'article.exists': articleExists,\n  '${newOperation}': articleKnown,\n`,
  })),
];

/** Turns the sources of this release, in a folder, into those of the next one. */
export async function makeNextRelease(folder: string): Promise<void> {
  for (const side of ['shared/contract', 'workers']) {
    const source = await readFile(`${side}/operations/article.exists.ts`, 'utf8');
    await writeFile(
      path.join(folder, side, 'operations', `${newOperation}.ts`),
      source.replaceAll('article.exists', newOperation),
    );
  }
  const migration = await readFile(
    new URL('../../test/migrations/nextMigration.ts', import.meta.url),
    'utf8',
  );
  await writeFile(path.join(folder, 'migrations/next.ts'), migration.replace('../../migrations/', './/'));
  for (const { file, before, after } of edits) {
    const source = await readFile(path.join(folder, file), 'utf8');
    if (source.split(before).length !== 2)
      throw new Error(`the next release can't be made: ${file} has not one ${JSON.stringify(before)}`);
    await writeFile(
      path.join(folder, file),
      source.replace(before, () => after),
    );
  }
}

/** Files of this folder that are not part of its release. */
const notCopied = ['.git', '.counterfoil', 'node_modules', 'dist', '.env', 'secrets'].map((name) =>
  path.resolve(name),
);

/** Compiles the next release in a folder of its own, whose path it resolves to. */
export async function nextRelease(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-next-'));
  await cp('.', folder, {
    recursive: true,
    filter: (source) => !notCopied.includes(path.resolve(source)),
  });
  await makeNextRelease(folder);
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  // The build would install packages where they are older than the lock file.
  await utimes(path.join(folder, 'package-lock.json'), 0, 0);
  await run(process.execPath, ['cli/setup.js'], { cwd: folder });
  return folder;
}
