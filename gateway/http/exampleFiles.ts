/** The clients in one file, by their languages, in the order in which documents name them. */
export const exampleFiles = {
  Python: 'examples/python/counterfoil.py',
  PHP: 'examples/php/counterfoil.php',
  Java: 'examples/java/Counterfoil.java',
  Go: 'examples/go/counterfoil.go',
  'C#': 'examples/csharp/Counterfoil.cs',
  Bash: 'examples/bash/counterfoil.sh',
} as const;

export type ExampleLanguage = keyof typeof exampleFiles;

export const exampleLanguages = Object.keys(exampleFiles) as readonly ExampleLanguage[];

/** The place of a client on a gateway, without the slash before it. */
export function exampleUrl(language: ExampleLanguage): string {
  return exampleFiles[language].replace(/^.*\//, 'docs/');
}
