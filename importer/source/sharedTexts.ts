import { ImportError } from './importError.ts';

/** Holds the longest text: 1 MiB characters take up to 3 MiB. */
const blockBytes = 4 * 1024 * 1024;
/** Limits above which an import would take more than 250 MB. */
const maxBytes = 96 * 1024 * 1024;
const maxTexts = 4 * 1024 * 1024;

/**
 * Keeps the texts that the cells of a workbook share. They are bytes outside the heap: as strings, they would take three
 * times as much memory.
 */
export class SharedTexts {
  readonly #name: string;
  readonly #blocks: Buffer[] = [];
  #starts = new Uint32Array(1024);
  #lengths = new Uint32Array(1024);
  #count = 0;
  #room = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Takes a text of at most 1 MiB characters. Throws ImportError when all texts together are too large. */
  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.#room < bytes || this.#count === 0) this.#addBlock();
    const block = this.#blocks.at(-1) as Buffer;
    const start = block.length - this.#room;
    block.write(text, start);
    this.#room -= bytes;
    if (this.#count === this.#starts.length) this.#grow();
    this.#starts[this.#count] = (this.#blocks.length - 1) * blockBytes + start;
    this.#lengths[this.#count] = bytes;
    this.#count += 1;
  }

  get(index: number): string | undefined {
    const start = this.#starts[index];
    if (start === undefined || index >= this.#count) return undefined;
    if (this.#lengths[index] === 0) return '';
    const inBlock = start % blockBytes;
    const block = this.#blocks[(start - inBlock) / blockBytes];
    return block?.toString('utf8', inBlock, inBlock + (this.#lengths[index] ?? 0));
  }

  #addBlock(): void {
    if (this.#blocks.length * blockBytes >= maxBytes) throw this.#tooLarge();
    this.#blocks.push(Buffer.allocUnsafeSlow(blockBytes));
    this.#room = blockBytes;
  }

  #grow(): void {
    if (this.#count >= maxTexts) throw this.#tooLarge();
    const starts = new Uint32Array(this.#count * 2);
    const lengths = new Uint32Array(this.#count * 2);
    starts.set(this.#starts);
    lengths.set(this.#lengths);
    this.#starts = starts;
    this.#lengths = lengths;
  }

  #tooLarge(): ImportError {
    return new ImportError(
      `${this.#name} has more than 96 MiB of texts, or 4 million: save its sheet as "CSV UTF-8", or split it`,
    );
  }
}
