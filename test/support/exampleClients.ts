import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { type ExampleLanguage, exampleFiles, exampleLanguages } from '../../gateway/http/exampleFiles.ts';
import { packageTools } from '../../servers/programs/aptFetch.ts';
import { commandFolders, findCommand } from '../../servers/system/run.ts';
import { type DebianPrograms, debianPrograms, type Program, programIn } from './debianPrograms.ts';
import { Running } from './running.ts';

export interface ExampleClient {
  readonly name: ExampleLanguage;
  readonly script: string;
  /** Resolves to what runs it. Downloads that if the machine has only the tools for it, and compiles into the folder. */
  readonly prepare: (folder: string) => Promise<ExampleCommand>;
}

/** A client, up to its own parameters. */
export interface ExampleCommand {
  readonly file: string;
  readonly parameters: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Language {
  /** Commands that the client needs. The first one runs or compiles it. */
  readonly commands: readonly [string, ...string[]];
  /** Packages of Debian with the commands. Without these, the commands must be on the machine. */
  readonly debian?: DebianPrograms<Program>;
  readonly compile?: (client: Compilation) => Promise<ExampleCommand>;
}

interface Compilation extends Omit<ExampleCommand, 'parameters'> {
  readonly script: string;
  readonly folder: string;
}

const languages: Readonly<Record<ExampleLanguage, Language>> = {
  Python: { commands: ['python3'] },
  PHP: {
    commands: ['php'],
    debian: {
      label: 'PHP',
      folder: 'php',
      choose: async (apt) => {
        const names = await apt.names('php');
        return names.filter((name) => /^php\d\.\d-cli$/.test(name)).slice(-1);
      },
      unpack: 'php',
      find: (folder) => programIn(folder, 'php8.2', 'php8.3', 'php8.4', 'php8.5'),
    },
  },
  Java: {
    commands: ['java'],
    debian: {
      label: 'Java',
      folder: 'java',
      // It has the compiler too, as a module.
      choose: async (apt) => {
        const names = await apt.names('openjdk-');
        return names.filter((name) => /^openjdk-(1[7-9]|[2-9]\d)-jre-headless$/.test(name)).slice(0, 1);
      },
      unpack: 'openjdk',
      find: (folder) => programIn(folder, 'java'),
    },
    compile: compileJava,
  },
  Go: {
    commands: ['go'],
    debian: {
      label: 'Go',
      folder: 'go',
      choose: ['golang-go'],
      unpack: 'golang',
      find: (folder) => programIn(folder, 'go'),
    },
    compile: compileGo,
  },
  'C#': {
    commands: ['mono', 'mcs'],
    debian: {
      label: 'Mono',
      folder: 'mono',
      choose: ['mono-mcs'],
      unpack: 'mono',
      find: (folder) => programIn(folder, 'mono'),
    },
    compile: compileCsharp,
  },
  Bash: { commands: ['bash', 'curl', 'openssl'] },
};

/** The clients that can be run here. What is missing for the others is printed: their tests do not exist then. */
export function exampleClients(): readonly ExampleClient[] {
  return exampleLanguages.filter(isTestable).map((name) => {
    const script = exampleFiles[name];
    return { name, script, prepare: (folder) => prepare(name, path.resolve(script), folder) };
  });
}

function isTestable(name: ExampleLanguage): boolean {
  const missing = missingCommands(name);
  const canDownload = languages[name].debian && packageTools(commandFolders());
  if (missing.length === 0 || canDownload) return true;
  const way = languages[name].debian ? ', and no apt-get to get it' : '';
  process.stderr.write(
    `Not tested: ${path.dirname(exampleFiles[name])}, since there is no ${missing.join(', ')}${way}\n`,
  );
  return false;
}

function missingCommands(name: ExampleLanguage): readonly string[] {
  return languages[name].commands.filter((command) => !findCommand(command, commandFolders()));
}

async function prepare(name: ExampleLanguage, script: string, folder: string): Promise<ExampleCommand> {
  const { compile } = languages[name];
  const { file, libraryPath } = await programOf(name);
  const env: Record<string, string> = libraryPath ? { LD_LIBRARY_PATH: libraryPath } : {};
  return compile ? compile({ file, env, script, folder }) : { file, parameters: [script], env };
}

async function programOf(name: ExampleLanguage): Promise<Program> {
  const { commands, debian } = languages[name];
  const isHere = missingCommands(name).length === 0;
  const installed = isHere ? findCommand(commands[0], commandFolders()) : undefined;
  const found = installed ? { file: installed } : debian && (await debianPrograms(debian));
  if (!found) throw new Error(`examples for ${name} need ${commands.join(', ')}: install them`);
  return found;
}

async function compileJava({ file, env, script, folder }: Compilation): Promise<ExampleCommand> {
  const compiler = ['-m', 'jdk.compiler/com.sun.tools.javac.Main'];
  await succeed(file, [...compiler, '-d', folder, script], env);
  return {
    file,
    parameters: ['-XX:TieredStopAtLevel=1', '-cp', folder, path.basename(script, '.java')],
    // Java reads its parameters as the locale says.
    env: { ...env, LC_ALL: 'C.UTF-8' },
  };
}

async function compileGo({ file, env, script, folder }: Compilation): Promise<ExampleCommand> {
  const compiled = path.join(folder, 'counterfoil-go');
  await succeed(file, ['build', '-o', compiled, script], { ...env, CGO_ENABLED: '0' });
  return { file: compiled, parameters: [], env: {} };
}

async function compileCsharp({ file, env, script, folder }: Compilation): Promise<ExampleCommand> {
  const compiler = path.resolve(path.dirname(await realpath(file)), '../lib/mono/4.5/mcs.exe');
  const compiled = path.join(folder, 'counterfoil.exe');
  // Mono finds its libraries beside itself, but not its settings.
  const settings = path.resolve(path.dirname(file), '../../etc');
  const own = existsSync(path.join(settings, 'mono')) ? { ...env, MONO_CFG_DIR: settings } : env;
  await succeed(file, [compiler, `-out:${compiled}`, script], own);
  return { file, parameters: [compiled], env: own };
}

async function succeed(file: string, parameters: readonly string[], env: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await new Running(file, parameters, { env }).ended;
  if (code !== 0) throw new Error(`${file} ${parameters.join(' ')} failed: ${stdout}${stderr}`);
}
