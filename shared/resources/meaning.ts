/** What each field means, in the words of docs/api.md: a field without a meaning does not compile. */
export type Meanings<F> = Readonly<Record<keyof F, string>>;
