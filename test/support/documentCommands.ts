import { readFileSync } from 'node:fs';

/** The shell commands of a document, by the heading that they stand below: what operators paste is what tests run. */
export function commandsBelow(file: string, heading: string): string {
  const sections = readFileSync(file, 'utf8').split(/^#+ /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`));
  const blocks = [...(section ?? '').matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
  if (blocks.length === 0) throw new Error(`${file} has no commands below "${heading}"`);
  return blocks.join('');
}
