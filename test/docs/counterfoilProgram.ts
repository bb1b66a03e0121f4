import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Command, InvalidArgumentError, type Option } from 'commander';

const folder = 'cli/commands';

/** Loads a file as tests load theirs. `import()` would load it once more. */
const require = createRequire(import.meta.url);

/** The commands of `counterfoil`, by name. */
export function counterfoilCommands(): ReadonlyMap<string, Command> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const made = files.flatMap((file) => {
    const module: Readonly<Record<string, unknown>> = require(path.resolve(folder, file));
    const makers = Object.entries(module).filter(([name]) => name.endsWith('Command'));
    return makers.map(([, make]) => (make as () => Command)());
  });
  return new Map(made.map((command) => [command.name(), command]));
}

/** Matches what stands for a value in documents. */
const placeholder = /[$<…]|^[A-Z][A-Z_]*$|\.\.\./;

/** Returns the problem with the arguments of a command of `counterfoil`; empty when there is none. */
export function problemWith(
  commands: ReadonlyMap<string, Command>,
  words: readonly string[],
  isWhole: boolean,
): string {
  const [name = '', ...rest] = words;
  const command = commands.get(name);
  if (!command) return name === '' || name.startsWith('--') ? '' : `no command ${name}`;
  return problemOf(command, rest, isWhole);
}

function problemOf(command: Command, words: readonly string[], isWhole: boolean): string {
  const [first = ''] = words;
  const sub = command.commands.find((one) => one.name() === first);
  if (sub) return problemOf(sub, words.slice(1), isWhole);
  const given: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    if (!/^-./.test(word)) {
      given.push(word);
      continue;
    }
    const [flag = '', attached] = word.split(/=(.*)/s);
    if (flag === '--help') continue;
    const option = command.options.find(({ long, short }) => flag === long || flag === short);
    if (!option) return `${command.name()} has no option ${flag}`;
    const takesNext = attached === undefined && option.required;
    const value = takesNext ? words[(index += 1)] : attached;
    const problem = problemOfValue(option, value, isWhole);
    if (problem) return problem;
  }
  return isWhole ? problemOfArguments(command, given) : '';
}

function problemOfValue(option: Option, value: string | undefined, isWhole: boolean): string {
  if (isWhole && option.required && value === undefined) return `${option.flags} needs a value`;
  if (value === undefined || placeholder.test(value)) return '';
  try {
    option.parseArg?.(value, undefined as never);
    return '';
  } catch (error) {
    if (error instanceof InvalidArgumentError) return `${option.flags}: ${error.message}`;
    throw error;
  }
}

function problemOfArguments(command: Command, given: readonly string[]): string {
  // A command may have both: its own arguments, and commands.
  if (command.commands.length > 0 && command.registeredArguments.length === 0)
    return `${command.name()} has no command ${given[0] ?? ''}`;
  const taken = command.registeredArguments;
  const isVariadic = taken.some(({ variadic }) => variadic);
  if (given.length < taken.filter(({ required }) => required).length)
    return `${command.name()} lacks an argument`;
  if (!isVariadic && given.length > taken.length) return `${command.name()} takes no ${given[taken.length]}`;
  for (const [index, value] of given.entries()) {
    const { argChoices } = taken[Math.min(index, taken.length - 1)] ?? {};
    if (argChoices && !placeholder.test(value) && !argChoices.includes(value))
      return `${value} is none of ${argChoices.join(', ')}`;
  }
  return '';
}
