import { once } from 'node:events';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import type { ProgressFigures } from '../report/progress.ts';
import type { SourceRow } from '../source/sourceRow.ts';
import type { RereadableFile } from '../source/tempCopy.ts';

export type TaskKind = 'reading' | 'planning' | 'importing' | 'undoing';

/** Work of the page that runs in the background, one at a time. */
export class Task {
  readonly kind: TaskKind;
  readonly stop = new AbortController();
  readonly pause = new Pause();
  figures: () => Partial<ProgressFigures> = () => ({});
  /** Resolves when the task has ended; never rejects. */
  ended: Promise<void> = Promise.resolve();

  constructor(kind: TaskKind) {
    this.kind = kind;
  }
}

export class Stopped extends OperatorError {
  override readonly message = 'stopped';
}

/** Holds the rows of a file while it is closed. Batches in flight end. */
class Pause {
  #resumed: AbortController | undefined;

  get isPaused(): boolean {
    return this.#resumed !== undefined;
  }

  pause(): void {
    this.#resumed ??= new AbortController();
  }

  /** Safe to call twice. */
  resume(): void {
    this.#resumed?.abort();
    this.#resumed = undefined;
  }

  /** Returns the same file, whose rows wait while the pause lasts. */
  heldRows(file: RereadableFile): RereadableFile {
    return {
      ...file,
      open: async (signal) => {
        const source = await file.open(signal);
        return { ...source, rows: () => this.#held(source.rows()) };
      },
    };
  }

  async *#held(chunks: AsyncIterable<readonly SourceRow[]>): AsyncGenerator<readonly SourceRow[]> {
    for await (const rows of chunks) {
      while (this.#resumed) await once(this.#resumed.signal, 'abort');
      yield rows;
    }
  }
}
