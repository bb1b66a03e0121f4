import type { Totals } from './totals.ts';

export interface Point extends Totals {
  /** Milliseconds since 1970. */
  readonly at: number;
}

export const historyMs = 15 * 60_000;

export class History {
  readonly #points: Point[] = [];

  add(point: Point): void {
    this.#points.push(point);
    const first = this.#points.findIndex(({ at }) => at > point.at - historyMs);
    this.#points.splice(0, first);
  }

  get points(): readonly Point[] {
    return this.#points;
  }
}
