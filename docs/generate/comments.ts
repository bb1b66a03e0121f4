/** Characters of a line of a comment, with its indentation. */
const width = 118;

/** A doc comment, in one line if it fits. Paragraphs are texts; an empty one is an empty line. */
export function comment(paragraphs: readonly string[], indent = ''): string {
  const texts = paragraphs.map(plain);
  const [only = ''] = texts;
  if (texts.length === 1 && indent.length + only.length <= width - 7) return `${indent}/** ${only} */\n`;
  const lines = texts.flatMap((text) => wrapped(text, width - indent.length - 3));
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */\n`].join(
    '\n',
  );
}

/** Links of docs/api.md lead nowhere in an editor: their words stay. */
function plain(text: string): string {
  return text
    .replaceAll(/, see \[[^\]]+\]\(#[^)]+\)/g, '')
    .replaceAll(/ \(see \[[^\]]+\]\(#[^)]+\)\)/g, '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('*/', '*\\/');
}

/** Wraps a text at `columns` characters. Items of lists are indented from their second line on; examples stay as they are. */
export function wrapped(text: string, columns: number): readonly string[] {
  if (text.startsWith('@example')) return text.split('\n');
  const hanging = text.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = `${hanging}${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
