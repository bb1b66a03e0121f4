/** The meaning of a field. `create` adds what holds only for requests that create, `read` what holds only for answers. */
export type Meaning = string | { readonly always?: string; readonly create?: string; readonly read?: string };

/** What each field means, in the words of docs/api.md: a field without a meaning does not compile. */
export type Meanings<F> = Readonly<Record<keyof F, Meaning>>;
