/** The versions of records, by ident, as answers have shown them (docs/api.md#conditional-changes). */
export class Versions {
  readonly #shown = new Map<string, string[]>();
  /** Idents of records whose present version was shown. */
  readonly #known = new Set<string>();

  /** The present version, and the ones before it. None if the record has not been read since it changed. */
  of(ident: string): { readonly present?: string; readonly former: readonly string[] } {
    const shown = this.#shown.get(ident) ?? [];
    if (!this.#known.has(ident)) return { former: shown };
    return { present: shown.at(-1) as string, former: shown.slice(0, -1) };
  }

  /** Forgets the known versions: the record must have another one from now on. */
  change(ident: string): void {
    this.#known.delete(ident);
  }

  /** Notes the version of an answer and returns it; throws if docs/api.md promises another one. */
  note(ident: string, answered: unknown): string {
    const { present, former } = this.of(ident);
    const version = String(answered);
    if (present !== undefined && version !== present)
      throw new Error(`${ident} is unchanged: the version ${present} expected, not ${version}`);
    if (present === undefined && (former.includes(version) || !/^\S{1,64}$/.test(version)))
      throw new Error(`${ident} has changed: a new version expected, not ${version}`);
    if (present === undefined) this.#shown.set(ident, [...former, version]);
    this.#known.add(ident);
    return version;
  }
}
