import { useEffect, useRef } from 'preact/hooks';

/** The activation that browsers know survives a reload. */
let isUsed = false;
for (const type of ['pointerdown', 'keydown', 'drop'])
  addEventListener(type, () => {
    isUsed = true;
  });

/** Focuses a heading and scrolls to it. Does nothing before the page is used: one that is opened stays at its top. */
export function focusHeading(heading) {
  if (!isUsed) return;
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

/** Focuses a heading when it appears and the button that was pressed is gone, so that keyboards go on from there. */
export function useLostFocus(appears = true) {
  const heading = useRef();
  useEffect(() => {
    if (appears && document.activeElement === document.body) focusHeading(heading.current);
  }, [appears]);
  return heading;
}
