/** What a field means. `create` and `read` hold only for a request that creates, or for the records that answers have. */
export type Meaning = string | { readonly always?: string; readonly create?: string; readonly read?: string };

/** What each field means, in the words of docs/api.md: a field without a meaning does not compile. */
export type Meanings<F> = Readonly<Record<keyof F, Meaning>>;
