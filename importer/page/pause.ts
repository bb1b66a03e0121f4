import { once } from 'node:events';
import type { SourceRow } from '../source/sourceRow.ts';
import type { RereadableFile } from '../source/tempCopy.ts';

/** Holds the rows of a file while it is closed. Batches in flight end. */
export class Pause {
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
