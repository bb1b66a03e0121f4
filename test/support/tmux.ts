import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandFolders, findCommand, run } from '../../servers/system/run.ts';
import { childEnvironment } from './childEnvironment.ts';
import { nowhere } from './command.ts';
import { debianPrograms, type Program, programIn } from './debianPrograms.ts';
import { until } from './until.ts';

/** Finds Debian's tmux: that of the machine, or one that is downloaded and unpacked. Undefined without both. */
export async function tmuxProgram(): Promise<Program | undefined> {
  const installed = findCommand('tmux', commandFolders());
  if (installed) return { file: installed };
  return debianPrograms({
    label: 'tmux',
    folder: 'tmux',
    choose: ['tmux'],
    unpack: 'tmux_',
    find: (folder) => programIn(folder, 'tmux'),
  });
}

/** A shell in a terminal of tmux, with keys that are sent and a screen that is read. */
export class Tmux {
  readonly #program: Program;
  readonly #folder: string;

  private constructor(program: Program, folder: string) {
    this.#program = program;
    this.#folder = folder;
  }

  /** The shell has no settings but those of the tests' commands and the given ones. */
  static async start(
    program: Program,
    size: readonly [columns: number, rows: number],
    env: Readonly<Record<string, string>>,
  ): Promise<Tmux> {
    const tmux = new Tmux(program, await mkdtemp(path.join(tmpdir(), 'counterfoil-tmux-')));
    const [columns, rows] = size.map(String) as [string, string];
    const settings = { ...nowhere, ...env, PS1: '$ ' };
    const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    await tmux.#run('new-session', '-d', '-x', columns, '-y', rows, 'env', ...given, 'sh');
    await tmux.shows(/^\$/);
    return tmux;
  }

  /** Names of tmux, such as `Enter`, `Tab` or `C-c`. Other texts are typed. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.#run('send-keys', ...keys);
  }

  async type(line: string): Promise<void> {
    await this.#run('send-keys', '-l', line);
    await this.press('Enter');
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.#run('resize-window', '-x', `${columns}`, '-y', `${rows}`);
  }

  /** Lines of the screen, without blanks at their ends. */
  screen(): Promise<string> {
    return this.#run('capture-pane', '-p');
  }

  /** Resolves to the first screen that matches. */
  async shows(pattern: RegExp): Promise<string> {
    let screen = '';
    await until(async () => {
      screen = await this.screen();
      return pattern.test(screen);
    }).catch((error: Error) => {
      throw new Error(`the screen never matched ${pattern}: ${error.message}\n${screen}`);
    });
    return screen;
  }

  /** Process id of the shell. */
  async pid(): Promise<number> {
    return Number(await this.#run('display-message', '-p', '#{pane_pid}'));
  }

  /** True while a program uses the second screen. */
  async isOnSecondScreen(): Promise<boolean> {
    return (await this.#run('display-message', '-p', '#{alternate_on}')).trim() === '1';
  }

  /** Closes the terminal, whatever runs in it. */
  async close(): Promise<void> {
    await this.#run('kill-server').catch(() => {});
    await rm(this.#folder, { recursive: true, force: true });
  }

  #run(...parameters: readonly string[]): Promise<string> {
    const { file, libraryPath } = this.#program;
    const env = {
      ...childEnvironment(),
      LANG: 'C.UTF-8',
      ...(libraryPath && { LD_LIBRARY_PATH: libraryPath }),
    };
    const server = ['-S', path.join(this.#folder, 'socket'), '-f', '/dev/null', '-u'];
    return run(file, [...server, ...parameters], { env });
  }
}
