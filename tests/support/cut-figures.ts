/**
 * Runs in the page, on what is in front of it: texts with a figure of which a part cannot be seen. A name, a serial or an id that is cut ends in a
 * visible ellipsis; figures, ratios, times and addresses are never cut at all.
 */
export function cutFigures(): string[] {
  const unit = String.raw`(?:[KMGT]?bps|[KMGT]?i?B|[KMGT]?B\/s|ms|s|min|h|d|%|天|小时|分钟|分|秒|个|台|条|次)`;
  const figure = new RegExp(
    String.raw`^[<>≤≥~+−-]?\d[\d\s.,:/%+−-]*(?:${unit}(?:\s*\d[\d.,]*\s*${unit})*)?(?:\s*/\s*[\d.,]+\s*${unit}?)?$`,
    'u',
  );
  const address = /^(?=.*\d)[0-9a-f]*[.:][0-9a-f.:]+(?:\/\d+)?$/i;
  const time = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/;
  const found: string[] = [];
  // what stands around one text stands around most others
  const looks = new Map<Element, Look>();
  const main = document.querySelector('dialog[open], [role="dialog"]') ?? document.querySelector('main');
  if (!main) return ['no page'];
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim();
    const owner = node.parentElement;
    if (!/\d/.test(text) || !owner || owner.closest('svg, script, style, .rt-hidden, [hidden]')) continue;
    if (!owner.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 1) continue;
    let { left: start, right: end } = box;
    const whole = figure.test(text) || address.test(text) || time.test(text);
    // what stands between the text and a box that cuts it: an ellipsis is drawn for a line of the box itself only
    let isLine = true;
    for (let cutter: Element | null = owner; cutter && cutter !== main; cutter = cutter.parentElement) {
      const { overflow, display, ellipsis, box: inner } = looks.get(cutter) ?? lookOf(cutter);
      if (overflow === 'auto' || overflow === 'scroll') break;
      const isBlock = display !== 'inline';
      if (inner) {
        const isOver = end > inner.right + 1.5 || start < inner.left - 1.5;
        const ends = isLine && ellipsis;
        const { isClamped } = inner;
        if ((isOver && (whole || !ends)) || (isClamped && whole)) {
          const place = cutter.closest('td, dd, th')?.getAttribute('data-label') ?? cutter.className;
          found.push(
            `${JSON.stringify(text.slice(0, 60))} in ${cutter.tagName.toLowerCase()} ${place} by ${Math.round(end - inner.right)} px`,
          );
          break;
        }
        // from here on only what is left of it can be cut
        [start, end] = [Math.max(start, inner.left), Math.min(end, inner.right)];
      }
      if (isBlock && !/^(?:block|table-cell|list-item|flow-root)$/.test(display)) isLine = false;
      else if (isBlock && cutter !== owner) isLine = isLine && display === 'table-cell' ? isLine : false;
    }
    // a figure that is broken over two lines reads as two
    if (whole && !/\s/.test(text) && range.getClientRects().length > 1) {
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1 && text.length <= 24) found.push(`${JSON.stringify(text)} is broken over ${tops.size} lines`);
    }
  }
  return [...new Set(found)];

  type Look = { overflow: string; display: string; ellipsis: boolean; box: Inner | undefined };
  /** What a box shows of what is in it. */
  type Inner = { left: number; right: number; isClamped: boolean };
  function lookOf(element: Element): Look {
    const { overflowX: overflow, display, textOverflow, whiteSpace, webkitLineClamp } = getComputedStyle(element);
    const ellipsis = textOverflow === 'ellipsis' && whiteSpace.startsWith('nowrap');
    let box: Inner | undefined;
    if (overflow !== 'visible' && display !== 'inline') {
      const left = element.getBoundingClientRect().left + element.clientLeft;
      const isClamped = webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 2;
      box = { left, right: left + element.clientWidth, isClamped };
    }
    const look = { overflow, display, ellipsis, box };
    looks.set(element, look);
    return look;
  }
}
