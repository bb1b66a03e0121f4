export type Style = 'plain' | 'good' | 'bad' | 'title' | 'focus' | 'old';

export interface Line {
  readonly text: string;
  readonly style: Style;
}

export function line(text: string, style: Style = 'plain'): Line {
  return { text, style };
}
