/** Spells a type out, so that an editor shows its fields and not how it was put together. */
export type Simplify<T> = { [Name in keyof T]: T[Name] } & {};
