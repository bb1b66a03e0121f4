// Runs in the browser.

/** The lowest contrast of a text with the background behind it (WCAG 2.2, "relative luminance"). */
(() => {
  const numbers = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = numbers(color).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const background = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return numbers(color)[3] === 0 ? background(element.parentElement) : color;
  };
  const texts = [...document.querySelectorAll('body *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''),
  );
  const ratios = texts.map((element) => {
    const [one, other] = [getComputedStyle(element).color, background(element)].map(luminance);
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  });
  return Math.min(...ratios);
})();
