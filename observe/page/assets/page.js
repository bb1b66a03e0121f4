import { drawPlot } from './plot.js';

const pollMs = 2_000;
const requestMs = 5_000;

const find = (id) => document.getElementById(id);
let lastAnswer = 'never';

/** A hidden page waits until it is seen again. */
async function poll() {
  for (;;) {
    if (!document.hidden) await update();
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function update() {
  try {
    const response = await fetch('state.json', { signal: AbortSignal.timeout(requestMs) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    show(await response.json());
    lastAnswer = new Date().toLocaleTimeString('en-GB');
  } catch {
    showProblem(
      `The status page does not answer; its last answer was at ${lastAnswer}. If it was started again, open the new address that was printed.`,
    );
  }
}

function show({ problem, report, plots }) {
  showProblem(problem);
  if (report) showReport(report);
  for (const plot of plots.each) drawPlot(find('plots'), plot, plots);
}

function showReport({ diagnosis, warnings, tables, rejectedElsewhere }) {
  setText(find('diagnosis-text'), diagnosis.text);
  setText(find('diagnosis-help'), diagnosis.help);
  find('diagnosis').classList.toggle('bottleneck', diagnosis.hasBottleneck);
  showWarnings(find('warnings'), warnings);
  for (const [name, table] of Object.entries(tables)) showTable(find(name), table);
  find('elsewhere').hidden = rejectedElsewhere === '';
  setText(find('elsewhere'), `Rejected before a queue was chosen: ${rejectedElsewhere}`);
}

function showWarnings(list, warnings) {
  list.hidden = warnings.length === 0;
  resize(list, warnings.length, () => document.createElement('li'));
  for (const [index, warning] of warnings.entries()) setText(list.children[index], `${warning}.`);
}

function showProblem(text) {
  setText(find('problem'), text);
  find('problem').hidden = text === '';
}

/** Cells stay the same elements, so that a selection and the focus stay, too. */
function showTable(table, { columns, rows }) {
  const [head, body] = [table.tHead, table.tBodies[0]];
  resize(head, 1, () => document.createElement('tr'));
  showRow(
    head.rows[0],
    columns,
    columns.map(({ title }) => title),
  );
  resize(body, rows.length, () => document.createElement('tr'));
  for (const [index, { cells, isBad }] of rows.entries()) {
    showRow(body.rows[index], columns, cells);
    body.rows[index].classList.toggle('bad', isBad);
  }
}

function showRow(row, columns, cells) {
  resize(row, columns.length, () => newCell(row));
  for (const [index, text] of cells.entries()) {
    row.cells[index].classList.toggle('number', columns[index].isNumber === true);
    setText(row.cells[index], text);
  }
}

function newCell(row) {
  const isHead = row.parentElement.tagName === 'THEAD';
  const cell = document.createElement(isHead || row.cells.length === 0 ? 'th' : 'td');
  if (cell.tagName === 'TH') cell.scope = isHead ? 'col' : 'row';
  return cell;
}

function resize(parent, length, make) {
  while (parent.children.length > length) parent.lastElementChild.remove();
  while (parent.children.length < length) parent.append(make());
}

/** Texts are never parsed as HTML: some of them come from other machines. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

void poll();
