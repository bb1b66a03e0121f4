const reason = /^\s*\/\* v8 ignore next -- \S.* \*\/$/;

/**
 * Lines of a source that were not reached, by the counts of its lines with a statement. A comment `v8 ignore next -- reason`
 * excuses those below it, to the end of their block, to the next empty line of this block, or to a line that was reached.
 */
export function linesWithoutReason(
  source: string,
  counts: Readonly<Record<number, number>>,
): readonly number[] {
  const excused = excusedLines(source.split('\n'), counts);
  return Object.entries(counts)
    .filter(([line, count]) => count === 0 && !excused.has(Number(line)))
    .map(([line]) => Number(line));
}

function excusedLines(
  texts: readonly string[],
  counts: Readonly<Record<number, number>>,
): ReadonlySet<number> {
  const excused = new Set<number>();
  for (const [index, text] of texts.entries()) {
    if (!reason.test(text)) continue;
    const first = texts.findIndex((each, later) => later > index && !/^\s*(?:\/\/|\/?\*)/.test(each));
    for (let line = first; line >= 0 && line < texts.length; line += 1) {
      const isReached = (counts[line + 1] ?? 0) > 0;
      const isOver = texts[line] === '' && indentation(texts[line + 1]) <= indentation(text);
      if (isReached || isOver || (texts[line] !== '' && indentation(texts[line]) < indentation(text))) break;
      excused.add(line + 1);
    }
  }
  return excused;
}

function indentation(text = ''): number {
  return text.search(/\S|$/);
}
