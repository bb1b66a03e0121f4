export type Changes = readonly Change[];

interface Change {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}
