/** Meaning of a field. `create` adds text that applies only to creating requests, `read` text that applies only to answers. */
export type Meaning = string | { readonly always?: string; readonly create?: string; readonly read?: string };

/** Texts of docs/api.md. The type requires a meaning for every field. */
export type Meanings<F> = Readonly<Record<keyof F, Meaning>>;
