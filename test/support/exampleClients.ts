import { packageTools } from '../../servers/programs/aptFetch.ts';
import { commandFolders, findCommand } from '../../servers/system/run.ts';
import { debianPrograms, type Program, programIn } from './debianPrograms.ts';

export interface ExampleClient {
  readonly name: string;
  readonly script: string;
  /** Resolves to what runs it; downloads it if the machine has only the tools for that. */
  readonly interpreter: () => Promise<Program>;
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

async function unpackedPhp(): Promise<Program> {
  const found = await debianPrograms({
    label: 'PHP',
    folder: 'php',
    choose: async (apt) => {
      const names = await apt.names('php');
      return names.filter((name) => /^php\d\.\d-cli$/.test(name)).slice(-1);
    },
    unpack: 'php',
    find: (folder) => programIn(folder, 'php8.2', 'php8.3', 'php8.4', 'php8.5'),
  });
  if (!found) throw new Error('no PHP: install it with "apt install php-cli"');
  return found;
}
