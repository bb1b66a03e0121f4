/** Units of the drawing, which is stretched to the available space. */
const width = 300;
const height = 100;
const lineClasses = ['first', 'second'];

export function drawPlot(parent, plot, { agesS, lengthS, gapS }) {
  const figure = parent.querySelector(`#plot-${plot.id}`) ?? parent.appendChild(newFigure(plot));
  figure.querySelector('.now').textContent = plot.now;
  figure.querySelector('.top').textContent = plot.top.text;
  figure.querySelector('svg').setAttribute('aria-label', plot.summary);
  for (const [index, path] of figure.querySelectorAll('path.line').entries())
    path.setAttribute('d', pathOf(plot.lines[index].values, plot.top.value, agesS, lengthS, gapS));
}

function newFigure({ id, title, lines }) {
  const figure = element('figure', { id: `plot-${id}` });
  const caption = element('figcaption', {}, [title, element('span', { class: 'now' })]);
  const keys = lines.length > 1 ? lines.map(({ name }, index) => keyOf(name, index)) : [];
  const svg = drawing('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img' });
  svg.append(drawing('path', { class: 'frame', d: `M0 0H${width}M0 ${height}H${width}` }));
  for (const index of lines.keys()) svg.append(drawing('path', { class: `line ${lineClasses[index]}` }));
  figure.append(
    caption,
    element('div', { class: 'axis' }, [element('span', { class: 'top' }), ...keys]),
    svg,
    element('div', { class: 'axis' }, [element('span', {}, ['15 min ago']), element('span', {}, ['now'])]),
  );
  return figure;
}

function keyOf(name, index) {
  return element('span', { class: index === 0 ? 'key' : 'key dashed' }, [name]);
}

/** Interrupts the line where values are missing. A single value becomes a point. */
function pathOf(values, top, agesS, lengthS, gapS) {
  let lastAgeS = Number.POSITIVE_INFINITY;
  return values
    .map((value, index) => {
      const ageS = agesS[index];
      if (value === null || ageS > lengthS) return '';
      const x = (width * (1 - ageS / lengthS)).toFixed(1);
      const y = (height * (1 - value / top)).toFixed(1);
      const isContinued = lastAgeS - ageS <= gapS;
      lastAgeS = ageS;
      return isContinued ? `L${x} ${y}` : `M${x} ${y}h0`;
    })
    .join('');
}

function element(name, attributes, children = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function drawing(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
