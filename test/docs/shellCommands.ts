/** A command of a shell text, without what it is connected to. */
export interface ShellCommand {
  /** Settings that stand before it, or that it exports. */
  readonly settings: readonly string[];
  /** Program and arguments, without their quotes. */
  readonly words: readonly string[];
}

/** Ends a command: separators, redirections, brackets. What follows is another one, or a file that is not an option. */
const ends = /[\n;&|()<>]/;
const assignment = /^([A-Z][A-Z0-9_]*)=/;
/** Words that run what follows. */
const prefixes = new Set(['npx', 'exec', 'export', 'do', 'then', 'if']);

/**
 * The commands of a shell text. Good enough for documents: it knows comments, quotes and continued lines, and takes what a
 * command substitution runs for a command of its own.
 */
export function shellCommands(text: string): readonly ShellCommand[] {
  return wordsOf(text.replaceAll('\\\n', ' '))
    .map(toCommand)
    .filter(({ words, settings }) => words.length + settings.length > 0);
}

function toCommand(words: readonly string[]): ShellCommand {
  const settings: string[] = [];
  for (const [index, word] of words.entries()) {
    const [, setting] = assignment.exec(word) ?? [];
    if (setting) settings.push(setting);
    else if (!prefixes.has(word)) return { settings, words: words.slice(index) };
  }
  return { settings, words: [] };
}

/** Words of each command. */
function wordsOf(text: string): string[][] {
  const commands: string[][] = [[]];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] as string;
    if (char === '#' && word === undefined) index = endOf(text, '\n', index) - 1;
    else if (char === "'" || char === '"') {
      const end = endOf(text, char, index + 1);
      word = (word ?? '') + text.slice(index + 1, end);
      index = end;
    } else if (ends.test(char)) {
      endWord();
      commands.push([]);
    } else if (/\s/.test(char)) endWord();
    else word = (word ?? '') + char;
  }
  endWord();
  return commands;
}

function endOf(text: string, char: string, from: number): number {
  const end = text.indexOf(char, from);
  return end === -1 ? text.length : end;
}
