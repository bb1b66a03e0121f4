/** Markdown without ", see …" in it, which refers to the page of the API: readers of other texts do not have that page. */
export function withoutReferences(markdown: string): string {
  return markdown.replaceAll(/, see (?:below|\[[^\]]+\]\(#[^)]*\))/g, '');
}
