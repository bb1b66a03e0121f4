/** Value that was refused while it was cleaned: checking it later would cost too much, or give a worse message. */
export class Unclean {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}
