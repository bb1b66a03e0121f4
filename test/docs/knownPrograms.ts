import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { problemWith } from './counterfoilProgram.ts';

type Problem = (words: readonly string[]) => string;

const read = (file: string) => readFileSync(file, 'utf8');
const { scripts } = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const services = new Set(
  [...read('docker-compose.yml').matchAll(/^ {2}([a-z-]+):$/gm)].map(([, name]) => name),
);

/** Files in which the options of scripts are declared. */
const optionFiles: Readonly<Record<string, string>> = {
  bench: 'lab/bench/run/benchOptions.ts',
  'test:all': 'test/suites/run.ts',
  'test:all attacks': 'lab/attacks/run.ts',
  'test:all faults': 'lab/faults/run.ts',
  'test:all topologies': 'lab/topologies/run.ts',
  'test:all changes': 'lab/faults/changes.ts',
  'test:all mutants': 'lab/mutants/run.ts',
  'test:all simulation': 'lab/simulation/run.ts',
  'test:all diagnosis': 'lab/diagnosis/run.ts',
  'test:all containers': 'lab/containers/run.ts',
  'test:all restarts': 'lab/restarts/run.ts',
  'test:all corpus': 'lab/corpus/run.ts',
};

/** Returns the problem with a command of this project; empty when there is none, or when it is another program's command. */
export function problemOf(
  commands: ReadonlyMap<string, Command>,
  [program = '', ...words]: readonly string[],
  isWhole: boolean,
): string {
  const counterfoil: Problem = (rest) => problemWith(commands, rest, isWhole);
  if (program === 'counterfoil') return counterfoil(words);
  if (program === 'npm') return npm(words, counterfoil);
  if (program === 'node') return node(words);
  if (program === 'docker' && words[0] === 'compose') return compose(words.slice(1), counterfoil);
  if (program === 'systemctl') return units(words);
  return program.startsWith('deploy/') ? script(program, words) : '';
}

function npm([verb = '', ...words]: readonly string[], counterfoil: Problem): string {
  const dashes = words.indexOf('--');
  const passed = dashes === -1 ? [] : words.slice(dashes + 1);
  if (verb === 'start') return counterfoil(['up', ...passed]);
  if (verb !== 'run') return '';
  const name = words.find((word) => !word.startsWith('-')) ?? '';
  if (!scripts[name]) return `package.json has no script ${name}`;
  const file = optionFiles[`${name} ${passed[0] ?? ''}`] ?? optionFiles[name];
  return unknownOptions(passed, file);
}

function node(words: readonly string[]): string {
  const index = words.findIndex((word) => word.includes('/') && /\.[jt]s$/.test(word));
  const file = sourceOf(words[index] ?? '');
  if (index === -1) return '';
  if (!existsSync(file)) return `there is no ${file}`;
  return unknownOptions(words.slice(index + 1), file.startsWith('lab/bench/') ? optionFiles.bench : file);
}

/** Returns the source of a compiled file. */
export function sourceOf(file: string): string {
  return file.startsWith('dist/') ? file.replace(/^dist\/(.*)\.js$/, '$1.ts') : file;
}

function unknownOptions(words: readonly string[], file: string | undefined): string {
  const options = words.filter((word) => /^--\w/.test(word) && word !== '--help');
  const declared = file ? read(file) : '';
  const unknown = options.filter((option) => !new RegExp(`['"\`]${option}[ '"\`]`).test(declared));
  return unknown.length > 0 ? `${file ?? 'it'} has no option ${unknown.join(', ')}` : '';
}

function compose([verb = '', ...words]: readonly string[], counterfoil: Problem): string {
  if (!['run', 'exec', 'logs'].includes(verb)) return '';
  // The only options with a value that documents use here.
  const index = words.findIndex((word, place) => !word.startsWith('-') && words[place - 1] !== '-e');
  const service = words[index];
  if (service === undefined) return '';
  if (!services.has(service)) return `docker-compose.yml has no service ${service}`;
  const rest = words.slice(index + 1);
  if (verb === 'run' && service === 'admin') return counterfoil(rest);
  return verb === 'run' && service === 'import' ? counterfoil(['import', ...rest]) : '';
}

function units(words: readonly string[]): string {
  const names = words.flatMap((word) => /^counterfoil-[a-z]+@?/.exec(word) ?? []);
  return names
    .filter((name) => !existsSync(`deploy/systemd/${name}.service`))
    .map((name) => `deploy/systemd has no ${name}.service`)
    .join();
}

function script(file: string, words: readonly string[]): string {
  if (!existsSync(file)) return `there is no ${file}`;
  const text = read(file);
  const unknown = words.filter((word) => word.startsWith('--') && !text.includes(word));
  return unknown.length > 0 ? `${file} has no option ${unknown.join(', ')}` : '';
}
