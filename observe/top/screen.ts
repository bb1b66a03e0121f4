import { emitKeypressEvents, type Key } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import ansi from 'ansi-escapes';
import type { Size } from './frame.ts';
import type { Line, Style } from './line.ts';

interface Listeners {
  /** Gets the name of a key, such as `q`, `tab` or `ctrl-c`. */
  readonly onKey: (name: string) => void;
  readonly onResize: () => void;
  readonly onEnd: () => void;
}

/**
 * Second screen of a terminal. The first one, with the shell's text, comes back with `close`, and at the end of the process
 * unless it is killed.
 */
export class Screen {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  readonly #listeners: Listeners;
  readonly #hasColors: boolean;
  readonly #close = () => this.close();
  #isOpen = false;

  constructor(input: ReadStream, output: WriteStream, listeners: Listeners) {
    this.#input = input;
    this.#output = output;
    this.#listeners = listeners;
    this.#hasColors = output.hasColors();
  }

  get size(): Size {
    return { columns: this.#output.columns, rows: this.#output.rows };
  }

  open(): void {
    this.#isOpen = true;
    process.once('exit', this.#close);
    // Before the message of an error is printed: it must be on the first screen.
    process.once('uncaughtExceptionMonitor', this.#close);
    this.#output.write(ansi.enterAlternativeScreen + ansi.cursorHide + ansi.clearViewport);
    this.#output.on('resize', this.#listeners.onResize);
    this.#input.setRawMode(true);
    emitKeypressEvents(this.#input);
    this.#input.on('keypress', this.#pressed);
    for (const event of ['end', 'error']) this.#input.on(event, this.#listeners.onEnd);
    this.#input.resume();
  }

  /** Overwrites the lines of before: a screen that is erased first flickers. */
  draw(lines: readonly Line[]): void {
    if (!this.#isOpen) return;
    const text = lines.map((line) => `${this.#styled(line)}${ansi.eraseEndLine}`).join('\n');
    this.#output.write(ansi.synchronizedOutput(ansi.cursorTo(0, 0) + text + ansi.eraseDown));
  }

  /** Safe to call twice. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    process.off('exit', this.#close);
    process.off('uncaughtExceptionMonitor', this.#close);
    this.#output.off('resize', this.#listeners.onResize);
    this.#input.off('keypress', this.#pressed);
    this.#input.setRawMode(false);
    this.#input.pause();
    // tmux, if it was resized meanwhile, would move long lines of the second screen into the first one.
    this.#output.write(ansi.clearViewport + ansi.cursorShow + ansi.exitAlternativeScreen);
  }

  readonly #pressed = (character: string | undefined, { name, ctrl, meta }: Key): void => {
    if (meta) return;
    if (ctrl) this.#listeners.onKey(`ctrl-${name}`);
    // A capital letter has the name of the small one.
    else if (name === undefined || name.length === 1) this.#listeners.onKey(character ?? '');
    else this.#listeners.onKey(name);
  };

  #styled({ text, style }: Line): string {
    const safe = printable(text);
    const format = this.#hasColors ? colors[style] : marks[style];
    return format === undefined || safe === '' ? safe : styleText(format, safe);
  }
}

type Format = Parameters<typeof styleText>[0];

const marks: Readonly<Record<Style, Format | undefined>> = {
  plain: undefined,
  good: 'bold',
  bad: 'bold',
  title: 'bold',
  focus: 'inverse',
  old: 'dim',
};
const colors: Readonly<Record<Style, Format | undefined>> = {
  ...marks,
  good: ['bold', 'green'],
  bad: ['bold', 'red'],
};

/**
 * Replaces what may move the cursor or take no or two columns. Names of hosts and accounts, and statements, come from other
 * programs.
 */
function printable(text: string): string {
  return text.replace(/[^ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f…▼]/gu, '?');
}
