const combining = /[\u0300-\u036F\u3099\u309A]/;

/**
 * Composes letters with their accents, as the service stores texts (Unicode, NFC). macOS and some programs write `ö` as `o` and
 * a combining mark, which looks the same and would differ from every name and word that is compared with it.
 */
export function composed(text: string): string {
  return combining.test(text) ? text.normalize('NFC') : text;
}

/** Composes all texts of a value of JSON, also its keys. */
export function composedAll<T>(value: T): T {
  return composedValue(value) as T;
}

function composedValue(value: unknown): unknown {
  if (typeof value === 'string') return composed(value);
  if (Array.isArray(value)) return value.map(composedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [composed(key), composedValue(inner)]),
  );
}
