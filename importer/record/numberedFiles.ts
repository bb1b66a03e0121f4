import { existsSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { ImportError } from '../source/importError.ts';

/** Gives a file its number: `list.csv.refused.csv` becomes `list.csv.refused.2.csv`. */
export type Numbered = (file: string) => string;

function numbered(number: number): Numbered {
  return (file) => {
    const extension = path.extname(file);
    return number === 0 ? file : `${file.slice(0, file.length - extension.length)}.${number}${extension}`;
  };
}

/** Creates a file under its own name, or with the first number that is free for it and the others. */
export async function reserveNumbered(file: string, others: readonly string[]): Promise<Numbered> {
  for (let number = 0; ; number += 1) {
    const name = numbered(number);
    if (others.some((other) => existsSync(name(other)))) continue;
    if (await isCreated(name(file))) return name;
  }
}

async function isCreated(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unwritable(file, error);
  }
}

export async function keepNumbered(files: readonly string[]): Promise<void> {
  const found = files.filter((file) => existsSync(file));
  let number = 1;
  while (files.some((file) => existsSync(numbered(number)(file)))) number += 1;
  for (const file of found)
    await rename(file, numbered(number)(file)).catch((error: unknown) => {
      throw unwritable(file, error);
    });
}

function unwritable(file: string, error: unknown): ImportError {
  return new ImportError(`${file} can't be written (${(error as NodeJS.ErrnoException).code})`);
}
