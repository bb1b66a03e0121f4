/** True for a JSON array, or an object that does not end in its first line or is the only one. */
export function isDocument(head: string, isLines: boolean): boolean {
  if (isLines || /^\s*\[/.test(head)) return /^\s*\[/.test(head);
  const [first = '', ...others] = head.trimStart().split(/\r?\n/);
  const next = others.find((line) => line.trim() !== '');
  return next === undefined || (!isWhole(first) && (/[[{,]\s*$/.test(first) || !isWhole(next)));
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns where a string ends; undefined when it ends in a later piece. */
export function endOfString(text: string, start: number): number | undefined {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return undefined;
}

/** Joins the lines of JSON. A line end in a text, which JSON does not allow, is kept as an escape. */
export function inOneLine(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.includes('\n')) return trimmed;
  return trimmed.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\s*\n\s*/gs, (part) =>
    part.startsWith('"') ? escaped(part) : ' ',
  );
}

function escaped(text: string): string {
  return text.replace(/\\(.)|\r?\n/gs, (part, after?: string) =>
    after === undefined ? '\\n' : part.replace('\n', ' '),
  );
}
