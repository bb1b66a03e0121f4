import { existsSync } from 'node:fs';
import path from 'node:path';
import { packageTools } from '../../servers/programs/aptFetch.ts';
import { unpackFromRelease } from '../../servers/programs/debianPackages.ts';
import { downloadOnce, unpackedLibraries } from '../../servers/programs/downloadOnce.ts';
import { commandFolders, findCommand } from '../../servers/system/run.ts';
import { binariesFolder } from './servers.ts';

/** A program that runs a client of examples/. */
interface Interpreter {
  readonly file: string;
  readonly libraryPath?: string | undefined;
}

export interface ExampleClient {
  readonly name: string;
  readonly script: string;
  /** Resolves to what runs it; downloads it if the machine has only the tools for that. */
  readonly interpreter: () => Promise<Interpreter>;
}

/** The clients that can be run here. What is missing for the others is printed: their tests do not exist then. */
export function exampleClients(): readonly ExampleClient[] {
  return [python(), php(), bash()].flatMap((client) => {
    if (typeof client !== 'string') return [client];
    process.stderr.write(`Not tested: ${client}\n`);
    return [];
  });
}

function python(): ExampleClient | string {
  const file = findCommand('python3', commandFolders());
  if (!file) return 'examples/python, since there is no python3';
  return { name: 'Python', script: 'examples/python/counterfoil.py', interpreter: async () => ({ file }) };
}

function bash(): ExampleClient | string {
  const missing = ['bash', 'curl', 'openssl'].filter((name) => !findCommand(name, commandFolders()));
  if (missing.length > 0) return `examples/bash, since there is no ${missing.join(', ')}`;
  const file = findCommand('bash', commandFolders()) as string;
  return { name: 'Bash', script: 'examples/bash/counterfoil.sh', interpreter: async () => ({ file }) };
}

/** Finds PHP on the machine, or downloads Debian's. */
function php(): ExampleClient | string {
  const file = findCommand('php', commandFolders());
  if (!file && !packageTools(commandFolders()))
    return 'examples/php, since there is no php, and no apt-get to get it';
  return {
    name: 'PHP',
    script: 'examples/php/counterfoil.php',
    interpreter: async () => (file ? { file } : unpackedPhp()),
  };
}

async function unpackedPhp(): Promise<Interpreter> {
  const found = await downloadOnce<Interpreter | undefined>(
    {
      label: 'PHP',
      folderEnding: '-php',
      fill: async (tools, folder) => {
        await unpackFromRelease(tools, folder, {
          choose: async (apt) => {
            const names = await apt.names('php');
            return names.filter((name) => /^php\d\.\d-cli$/.test(name)).slice(-1);
          },
          unpack: 'php',
        });
      },
      find: phpIn,
      isComplete: (interpreter) => interpreter !== undefined,
    },
    {
      binariesFolder,
      commandFolders: commandFolders(),
      progress: (line) => process.stderr.write(`${line}\n`),
    },
  );
  if (!found) throw new Error('no PHP: install it with "apt install php-cli"');
  return found;
}

async function phpIn(folder: string): Promise<Interpreter | undefined> {
  const versions = ['8.2', '8.3', '8.4', '8.5'].map((version) => path.join(folder, `usr/bin/php${version}`));
  const file = versions.find((name) => existsSync(name));
  return file ? { file, libraryPath: (await unpackedLibraries(folder)).libraryPath } : undefined;
}
