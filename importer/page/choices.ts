import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { fieldsOf, type Resource } from '../mapping/rules/resourceFields.ts';
import type { ChosenOption } from './chosenOptions.ts';
import type { Upload } from './uploads.ts';

/** Another task runs, or a step before is missing. */
export class NotNow extends OperatorError {}

/** The tab shows an earlier state of the import. */
export class Stale extends NotNow {}

/** Choices for the file `name`. */
interface Answered extends Pick<Choices, 'resource' | 'options' | 'customersRun'> {
  readonly name: string;
}

/** Options that a file of refused rows does not share with the file that the rows are from. */
const ofOneFile: ReadonlySet<string> = new Set([
  '--format',
  '--encoding',
  '--delimiter',
  '--header-line',
  '--no-header',
  '--sheet',
  '--cells',
  '--hidden-rows',
  '--delete-missing',
  '--max-delete',
]);

/** True also for a copy with another name around that of the file, such as `Kopie von a.xlsx.refused (1).csv`. */
function hasRefusedRowsOf(name: string, answered: Answered | undefined): boolean {
  if (!answered) return false;
  return [`${answered.name}.refused`, `${answered.name}.dry-run.refused`].some((part) => name.includes(part));
}

/** The choices of the page's user: a file, what is in it, and options. */
export class Choices {
  upload: Upload | undefined;
  resource: Resource | undefined;
  options: readonly ChosenOption[] = [];
  /** Run that created the customers of the addresses. */
  customersRun: number | undefined;
  #answered: Answered | undefined;
  /** Options before each change of them. */
  #former: (readonly ChosenOption[])[] = [];
  #files = 0;
  #changes = 0;

  /**
   * Chooses a file or none. What was chosen for another file may be wrong for this one, unless it has the refused rows of that
   * file: it needs the same answers.
   */
  chooseFile(upload: Upload | undefined): void {
    if (this.upload && this.resource)
      this.#answered = {
        name: this.upload.name,
        resource: this.resource,
        options: this.options,
        customersRun: this.customersRun,
      };
    const answered = upload && hasRefusedRowsOf(upload.name, this.#answered) ? this.#answered : undefined;
    this.upload = upload;
    this.resource = answered?.resource;
    this.options = answered?.options.filter(([flag]) => !ofOneFile.has(flag)) ?? [];
    this.customersRun = answered?.customersRun;
    this.#former = [];
    this.#files += 1;
  }

  chooseOptions(resource: Resource, options: readonly ChosenOption[]): void {
    if (resource !== this.resource) this.#former = [];
    else if (JSON.stringify(options) !== JSON.stringify(this.options)) this.#former.push(this.options);
    this.resource = resource;
    this.options = options;
  }

  /** Takes the last change of options back, such as the answer to a question. */
  goBack(): void {
    this.options = this.#former.pop() ?? this.options;
  }

  changed(): void {
    this.#changes += 1;
  }

  /** Returns the choices as the page shows them; `seen` names them. */
  shown() {
    const { upload, resource, options } = this;
    return {
      file: upload && { name: upload.name, bytes: upload.bytes },
      resource,
      fields: resource && Object.keys(fieldsOf[resource]),
      options,
      canGoBack: this.#former.length > 0,
      seen: this.#seen,
    };
  }

  get #seen(): string {
    return `${this.#files}.${this.#changes}`;
  }

  /** Throws Stale for a tab that shows another file or, for a step with all rows, other choices. */
  requireSeen(seen: string, isForAllRows: boolean): void {
    const isSame = isForAllRows ? seen === this.#seen : seen.split('.', 1)[0] === `${this.#files}`;
    if (!isSame)
      throw new Stale('another tab has changed the import: check what is shown now, and repeat the step');
  }
}
