import { InvalidArgumentError } from 'commander';
import { printLine } from '../shared/runtime/process/commandOutput.ts';

export const seedText = 'the seed of an earlier run repeats what it draws';

/** Arguments of `option` after `--seed <number>`, for a run that prints its seed. */
export const seedOption = [seedText, natural, randomSeed()] as const;

/** Returns the arguments of `option` after `--only <text...>`. */
export function onlyOption(things: string): [description: string, all: string[]] {
  return [`only ${things} whose name contains one of the texts`, ['']];
}

export function isNamed(only: readonly string[]): (thing: { readonly name: string }) => boolean {
  return ({ name }) => only.some((text) => name.includes(text));
}

export function natural(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('use a whole number');
  return Number(text);
}

export function randomSeed(): number {
  return Math.floor(Math.random() * 1e6);
}

/** Prints why a run has failed, and lets its process end with 1. */
export function fail(line: string): void {
  printLine(line);
  process.exitCode = 1;
}
