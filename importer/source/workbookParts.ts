import type yauzl from 'yauzl';
import type { Unzipped } from './archive.ts';
import { ImportError } from './importError.ts';

const mebibyte = 1024 * 1024;
/** A part that is larger and packed better was made to fill a disk or memory: real sheets shrink to a tenth or twentieth. */
const suspiciousBytes = 128 * mebibyte;
const maxRatio = 200;
const maxBytes = 4096 * mebibyte;

/** The parts of a workbook, found by their names: with or without a slash at the start, in any case. */
export class Parts {
  readonly name: string;
  readonly #zip: Unzipped;
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;

  constructor(zip: Unzipped) {
    this.name = zip.name;
    this.#zip = zip;
    this.#entries = new Map(zip.entries.map((entry) => [key(entry.fileName), entry]));
  }

  has(part: string): boolean {
    return this.#entries.has(key(part));
  }

  /** Throws ImportError for a part that is encrypted, or that is too large when it is unpacked. */
  async open(part: string): Promise<AsyncIterable<Buffer>> {
    const entry = this.#entries.get(key(part));
    if (!entry) throw new ImportError(`${this.name} is damaged (it has no ${part}): save it again`);
    if (!entry.canDecodeFileData())
      throw new ImportError(`${this.name} is encrypted: remove its password, and save it again`);
    const { uncompressedSize: size, compressedSize } = entry;
    if (size > maxBytes || (size > suspiciousBytes && size > compressedSize * maxRatio))
      throw new ImportError(
        `${this.name} unpacks to ${Math.round(size / mebibyte)} MiB, far more than a sheet needs: save its rows as a new file, or as "CSV UTF-8"`,
      );
    return this.#zip.open(entry);
  }
}

function key(part: string): string {
  return part.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}
