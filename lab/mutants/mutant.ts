/** A fault that is put into a copy of the code, to see that the tests find it. */
export interface Mutant {
  readonly name: string;
  /** Path of the file that it changes, from the top. */
  readonly file: string;
  /** Text that must be in the file exactly once, so that a mutant is noticed whose code has changed. */
  readonly from: string;
  readonly to: string;
  /** Harm that it does to users or operators. */
  readonly breaks: string;
  /** The tests that must fail: a title for each file, as it is written there or in the rules that it imports. */
  readonly killedBy: Readonly<Record<string, string>>;
}

/** The text of the mutant's file with the fault. Throws unless the text that it replaces is there exactly once. */
export function mutated(text: string, { name, file, from, to }: Mutant): string {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(
      `${name}: the text to replace is ${parts.length - 1} times in ${file}, not once: change the mutant in lab/mutants/lists`,
    );
  return parts.join(to);
}

/** Finds the titles that a written one makes, at the end of a text: `${…}` in it stands for anything. */
export function titlePattern(written: string): string {
  return `${written.split(placeholder).map(escaped).join('.*')}$`;
}

/** A written title for readers. */
export function readableTitle(written: string): string {
  return written.split(placeholder).join('…');
}

const placeholder = /\$\{[^}]*\}/;

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
