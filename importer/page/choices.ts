import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { fieldsOf, type Resource } from '../mapping/rules/resourceFields.ts';
import type { ChosenOption } from './chosenOptions.ts';
import type { Upload } from './uploads.ts';

/** Another task runs, or a step before is missing. */
export class NotNow extends OperatorError {}

/** The tab shows an earlier state of the import. */
export class Stale extends NotNow {}

/** The choices of the page's user: a file, what is in it, and options. */
export class Choices {
  upload: Upload | undefined;
  resource: Resource | undefined;
  options: readonly ChosenOption[] = [];
  /** Run that created the customers of the addresses. */
  customersRun: number | undefined;
  /** Options before each change of them. */
  #former: (readonly ChosenOption[])[] = [];
  #files = 0;
  #changes = 0;

  /** Chooses a file or none: what was chosen for another one may be wrong for it. */
  chooseFile(upload: Upload | undefined): void {
    this.upload = upload;
    this.resource = undefined;
    this.options = [];
    this.customersRun = undefined;
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

  /** What the page shows of the choices; `seen` names them. */
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
