/** A value that was refused while it was cleaned, because checking it as a whole would cost too much or say too little. */
export class Unclean {
  /** What is wrong, after the field's name. */
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}
