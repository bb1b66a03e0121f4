/** Example: `94 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
