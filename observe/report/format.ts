/** `12 ms`, `1.2 s`, `3m`: at most six characters. `-` if it is unknown. */
export function shortDuration(ms: number | undefined): string {
  if (ms === undefined) return '-';
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  return ms < 99_950 ? `${(ms / 1_000).toFixed(1)} s` : age(ms);
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** `5d`, `3h20m`, `12m`, `40s`: as long as kubectl's. */
export function age(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const index = units.findIndex(([, length]) => seconds >= length);
  const [unit, length] = units[index] ?? ['s', 1];
  const rest = units[index + 1];
  const whole = Math.floor(seconds / length);
  const remaining = rest && whole < 10 ? Math.floor((seconds % length) / rest[1]) : 0;
  return `${whole}${unit}${remaining > 0 && rest ? `${remaining}${rest[0]}` : ''}`;
}

/** `0.4`, `12`, `3400`. */
export function rate(perSecond: number): string {
  return perSecond > 0 && perSecond < 9.95 ? perSecond.toFixed(1) : `${Math.round(perSecond)}`;
}

export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** Breaks a text at blanks. Only a word that is longer than the width makes a longer line. */
export function wrap(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && indent.length + last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => indent + line).join('\n');
}
