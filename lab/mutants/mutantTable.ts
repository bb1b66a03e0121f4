import { type Mutant, readableTitle } from './mutant.ts';
import { testsOf } from './results.ts';

/** Mutants as a table in Markdown; those that survived say so. */
export function tableOf(mutants: readonly Mutant[], survivors: ReadonlySet<Mutant> = new Set()): string {
  const rows = mutants.map((mutant) => {
    const killers = survivors.has(mutant) ? '**survived**' : testsOf(mutant).map(killerOf).join('; ');
    return `| ${mutant.name} | ${inCell(mutant.breaks)} | ${killers} |`;
  });
  return ['| mutant | what it breaks | killed by |', '|---|---|---|', ...rows].join('\n');
}

function killerOf({ file, title }: { readonly file: string; readonly title: string }): string {
  return `\`${file}\`: ${inCell(readableTitle(title))}`;
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
