import { isRefusalColumn } from '../refusalColumns.ts';

/** Finds columns by name, and remembers which were asked for. */
export class Columns {
  readonly names: readonly string[];
  readonly #exact: ReadonlyMap<string, number>;
  readonly #loose: ReadonlyMap<string, number>;
  readonly #used = new Set<number>();

  constructor(names: readonly string[]) {
    this.names = names;
    this.#exact = placesOf(names);
    this.#loose = placesOf(names.map((name) => name.toLowerCase()));
  }

  /** The place of a column, written as in the file or with other capitals. */
  find(name: string): number | undefined {
    const place = this.#exact.get(name) ?? this.#loose.get(name.trim().toLowerCase());
    if (place !== undefined) this.#used.add(place);
    return place;
  }

  /** The places of those of the columns that the file has. */
  findAll(names: readonly string[]): number[] {
    return names.map((name) => this.find(name)).filter((place) => place !== undefined);
  }

  /** The columns that nothing asked for. */
  unused(): string[] {
    return this.names.filter((name, place) => !this.#used.has(place) && !isRefusalColumn(name));
  }
}

/** The first one of a name counts. */
function placesOf(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, place) => [name, place] as const).toReversed());
}
