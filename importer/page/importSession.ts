import path from 'node:path';
import { importedCustomers } from '../history/importedCustomers.ts';
import { type UndoEnd, undoRun } from '../history/undoRun.ts';
import { importFile } from '../importFile.ts';
import type { ImportChoices } from '../importSettings.ts';
import type { CustomersFile } from '../journal/identsFile.ts';
import type { RunHistory } from '../journal/runs.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { type Prepared, prepareSource } from '../prepareFile.ts';
import { progressFigures } from '../report/progress.ts';
import type { Summary } from '../report/summary.ts';
import type { UpdateSamples } from '../report/updateSamples.ts';
import { BatchSender, defaultMaxWaitMs } from '../service/batchSender.ts';
import type { Target } from '../service/target.ts';
import { ImportError } from '../source/importError.ts';
import { type RereadableFile, rereadableFile } from '../source/tempCopy.ts';
import { Choices, NotNow } from './choices.ts';
import { type ChosenOption, withOptions, wordsOf } from './chosenOptions.ts';
import { type Problem, problemOf } from './problem.ts';
import { certainMapping, guessedMapping, type ShownMapping, type ShownTable, tableOf } from './shownTable.ts';
import { Stopped, Task, type TaskKind } from './task.ts';
import type { Upload } from './uploads.ts';

export interface SessionOptions {
  readonly history: RunHistory;
  /** Parses options as the command does. Throws an error for people. */
  readonly parse: (resource: Resource, words: readonly string[]) => ImportChoices;
  /** Throws an `OperatorError` when the service can't be reached. */
  readonly openTarget: () => Promise<Target>;
}

/** The chosen file, as far as it was read. */
interface ReadFile {
  readonly source?: RereadableFile;
  readonly table?: ShownTable;
  readonly mapping?: ShownMapping | undefined;
  /** Given if no question is open. */
  readonly ready?: {
    readonly prepared: Prepared;
    readonly choices: ImportChoices;
    readonly customers: CustomersFile | undefined;
  };
}

interface RunEnd {
  readonly summary: Summary;
  readonly samples: Pick<UpdateSamples, 'first' | 'largest'>;
}

/** Results of tasks that are not out of date. */
interface Results {
  readonly problem?: Problem;
  /** End of the last whole dry run. */
  readonly plan?: RunEnd | undefined;
  readonly end?: RunEnd | undefined;
  readonly undone?: UndoEnd | undefined;
}

/** Holds the one import of the page: the choices, and the task that runs. All tabs of a browser show the same. */
export class ImportSession {
  readonly #options: SessionOptions;
  readonly choices = new Choices();
  #target: Target | undefined;
  #account: { readonly currency: string; readonly time_zone: string } | undefined;
  #task: Task | undefined;
  #file: ReadFile = {};
  #results: Results = {};
  #lastChange: Promise<void> = Promise.resolve();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Everything that the page shows, as JSON. */
  state(): object {
    const task = this.#task;
    const { table, mapping, ready } = this.#file;
    return {
      ...this.choices.shown(),
      task: task && { kind: task.kind, isPaused: task.pause.isPaused, ...task.figures() },
      account: this.#account,
      target: this.#target?.name,
      table,
      mapping,
      isReady: ready !== undefined,
      ...this.#results,
    };
  }

  /** Throws NotNow while an import runs; a file that is being read may be replaced. */
  async requireIdle(): Promise<void> {
    if (this.#task && this.#task.kind !== 'reading') throw new NotNow(busy);
    await this.stop();
  }

  /** Starts over with a file, or with none: what was chosen for another file may be wrong for it. */
  choose(upload: Upload | undefined): Promise<void> {
    return this.#change(() => {
      this.choices.chooseFile(upload);
      this.#results = {};
    });
  }

  /** Changes what the file has, and the options, and reads it again. */
  set(resource: Resource, chosen: readonly ChosenOption[]): Promise<void> {
    return this.#change(() => this.choices.chooseOptions(resource, chosen));
  }

  goBack(): Promise<void> {
    return this.#change(() => this.choices.goBack());
  }

  chooseCustomers(run: number): Promise<void> {
    return this.#change(() => {
      this.choices.customersRun = run;
    });
  }

  /** `checksAgain`: the dry run begins as soon as the file is ready. */
  async add(options: readonly ChosenOption[], checksAgain = false): Promise<void> {
    const { resource } = this.choices;
    if (!resource) throw new NotNow('choose first what is in the file');
    const chosen = withOptions(this.choices.options, options);
    await this.#change(() => this.choices.chooseOptions(resource, chosen), checksAgain);
  }

  /** Changes what is read, and reads it. Several changes at once are made one after the other. */
  #change(change: () => void, checksAgain = false): Promise<void> {
    const changed = this.#lastChange.then(async () => {
      await this.requireIdle();
      const { source } = this.#file;
      this.#file = {};
      this.#results = { undone: this.#results.undone };
      this.choices.changed();
      change();
      await source?.remove();
      this.#read(checksAgain);
    });
    this.#lastChange = changed.catch(() => {});
    return changed;
  }

  #read(checksAgain: boolean): void {
    const { upload, resource } = this.choices;
    if (!upload || !resource) return;
    const read = async (task: Task) => {
      const { signal } = task.stop;
      const choices = this.#options.parse(resource, wordsOf(this.choices.options));
      const target = await this.#openTarget();
      this.#account ??= await target.account(signal);
      const source = await rereadableFile(upload.path, choices.source, signal);
      this.#file = { source };
      const table = await tableOf(source, signal);
      this.#file = { source, table, mapping: guessedMapping(resource, table, choices.mapping) };
      const customers =
        resource === 'addresses' && this.choices.customersRun !== undefined
          ? await importedCustomers(this.#options.history, this.choices.customersRun, target.name)
          : undefined;
      const settings = { ...choices, resource, customers, target, signal };
      const startedAt = performance.now();
      const found = await prepareSource(upload.path, source, {
        ...settings,
        onReading: ({ bytes = 0, bytesRead }) => {
          task.figures = () => ({ share: bytes === 0 ? undefined : bytesRead() / bytes });
        },
      });
      const prepared = { ...found, prepareMs: performance.now() - startedAt };
      const mapping = await certainMapping(resource, prepared);
      signal.throwIfAborted();
      this.#file = { source, table, mapping, ready: { prepared, choices, customers } };
    };
    this.#run('reading', read, () => {
      if (checksAgain && this.#file.ready) this.begin('planning');
    });
  }

  async #openTarget(): Promise<Target> {
    this.#target ??= await this.#options.openTarget();
    return this.#target;
  }

  /** Begins the dry run, or the import of a file whose dry run has ended; continues an import that was stopped. */
  begin(kind: 'planning' | 'importing'): void {
    const { ready } = this.#file;
    const { plan, end } = this.#results;
    if (this.#task || !ready) throw new NotNow('the file is not ready: wait, or answer the question first');
    if (kind === 'importing' && !plan) throw new NotNow('check the rows first');
    this.#results = { plan, end };
    this.#run(kind, async (task) => {
      const isDryRun = kind === 'planning';
      const { prepared, choices, customers } = ready;
      const { error } = await importFile(
        { ...prepared, source: task.pause.heldRows(prepared.source) },
        {
          ...choices,
          rows: { ...choices.rows, isDryRun },
          customers,
          history: this.#options.history,
          target: await this.#openTarget(),
          signal: task.stop.signal,
          reporter: {
            opened: ({ state }) => {
              task.figures = progressFigures(state);
            },
            ended: (summary, { first, largest }) => {
              const runEnd = { summary, samples: { first, largest } };
              if (!isDryRun) this.#results = { ...this.#results, end: runEnd };
              else if (summary.isFinished) this.#results = { ...this.#results, plan: runEnd };
            },
          },
        },
      );
      if (error) throw error;
    });
  }

  undo(run: number): void {
    if (this.#task) throw new NotNow(busy);
    this.#results = {};
    this.#run('undoing', async (task) => {
      const { signal } = task.stop;
      const { client, name } = await this.#openTarget();
      const sender = new BatchSender({ client, maxWaitMs: defaultMaxWaitMs, signal });
      let share = 0;
      task.figures = () => ({ share, waiting: sender.waiting });
      const undone = await undoRun(run, {
        history: this.#options.history,
        sender,
        target: name,
        signal,
        onProgress: (done, batches) => {
          share = done / batches;
        },
      });
      this.#results = { undone };
    });
  }

  pause(): void {
    if (this.#task?.kind === 'importing' || this.#task?.kind === 'planning') this.#task.pause.pause();
  }

  resume(): void {
    this.#task?.pause.resume();
  }

  /** Resolves when the task has ended: batches in flight end first. */
  async stop(): Promise<void> {
    const task = this.#task;
    task?.stop.abort(new Stopped());
    task?.pause.resume();
    await task?.ended;
  }

  /** Stops the task, and removes temporary files. */
  async close(): Promise<void> {
    await this.stop();
    await this.#file.source?.remove();
    await this.#target?.client.close();
  }

  /** Path of a file of the last dry run or import, as its name says. */
  resultFile(name: 'refused' | 'changes'): string | undefined {
    const { plan, end = plan } = this.#results;
    const summary = end?.summary;
    return name === 'refused' ? summary?.refusedFile : summary?.changesFile;
  }

  /** `ended` is called unless the task was stopped. */
  #run(kind: TaskKind, work: (task: Task) => Promise<void>, ended = () => {}): void {
    if (this.#task) throw new NotNow(busy);
    const task = new Task(kind);
    this.#task = task;
    task.ended = work(task)
      .catch((error: unknown) => {
        if (task.stop.signal.aborted) return;
        const problem = problemOf(error, path.dirname(this.choices.upload?.path ?? '.'));
        const isUnreadable = error instanceof ImportError && !!this.#target && !this.#file.table;
        this.#results = { ...this.#results, problem: { ...problem, isUnreadable } };
      })
      .finally(() => {
        this.#task = undefined;
        if (!task.stop.signal.aborted) ended();
      });
  }
}

const busy = 'a file is being read or imported, or an import undone: wait until it ends, or stop it';
