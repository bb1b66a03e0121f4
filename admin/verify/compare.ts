import { readFile } from 'node:fs/promises';
import { counted } from '../../shared/contract/values/counted.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { type Finding, fatal, named, ok } from '../findings.ts';
import type { Digest } from './tableDigest.ts';
import type { Verification, VerifiedTable } from './verify.ts';

/** Reads the output of `counterfoil verify --json` from a file. Throws an `OperatorError` if it is something else. */
export async function readTables(file: string): Promise<Verification['tables']> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  try {
    const { tables } = JSON.parse(text ?? '') as Partial<Verification>;
    if (tables) return tables;
  } catch {
    // Text that is not JSON gets the message below too.
  }
  throw new OperatorError(`${file} is missing, or is not the output of \`counterfoil verify --json\``);
}

/** Returns a finding for each table whose rows have changed. */
export function compareTables(now: Verification['tables'], then: Verification['tables']): readonly Finding[] {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])].toSorted();
  const different = names.filter((name) => now[name]?.digest !== then[name]?.digest);
  if (different.length === 0) return [ok('compared', 'every row is the same')];
  return different.map((name) => fatal('compared', `${name}: ${difference(now[name], then[name])}`));
}

function difference(now: VerifiedTable | undefined, then: VerifiedTable | undefined): string {
  if (!now || !then) return now ? 'did not exist before' : 'is missing';
  const idents = new Set([...Object.keys(then.accounts), ...Object.keys(now.accounts)]);
  const changed = [...idents].filter((ident) => now.accounts[ident]?.digest !== then.accounts[ident]?.digest);
  const accounts = changed.map((ident) => `${ident} ${counts(now.accounts[ident], then.accounts[ident])}`);
  return `${counts(now, then)}; ${named(accounts)}`;
}

function counts(now: Digest | undefined, then: Digest | undefined): string {
  const is = now?.rows ?? 0;
  const was = then?.rows ?? 0;
  return is === was
    ? `${counted(is, 'row')}, with different values`
    : `${counted(is, 'row')} instead of ${was}`;
}
