import { useEffect, useRef } from 'preact/hooks';

/** The activation that browsers know survives a reload. */
let isUsed = false;
for (const type of ['pointerdown', 'keydown', 'drop'])
  addEventListener(type, () => {
    isUsed = true;
  });

/** The heading that was focused last: a later one follows it, unless the user has gone elsewhere. */
let focused;

/** Focuses a heading and scrolls to it. Does nothing before the page is used: one that is opened stays at its top. */
export function focusHeading(heading) {
  if (!isUsed) return;
  focused = heading;
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

/** Focuses a heading when it appears and the button that was pressed is gone, so that keyboards go on from there. */
export function useLostFocus(appears = true) {
  const heading = useRef();
  useEffect(() => {
    const { activeElement, body } = document;
    if (appears && (activeElement === body || activeElement === focused)) focusHeading(heading.current);
  }, [appears]);
  return heading;
}
