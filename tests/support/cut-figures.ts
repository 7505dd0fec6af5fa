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
      const style = getComputedStyle(cutter);
      const frame = cutter.getBoundingClientRect();
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') break;
      const isBlock = style.display !== 'inline';
      if (isBlock && style.overflowX !== 'visible') {
        const left = frame.left + cutter.clientLeft;
        const isOver = end > left + cutter.clientWidth + 1.5 || start < left - 1.5;
        const ends = isLine && style.textOverflow === 'ellipsis' && style.whiteSpace.startsWith('nowrap');
        const isClamped = style.webkitLineClamp !== 'none' && cutter.scrollHeight > cutter.clientHeight + 2;
        if ((isOver && (whole || !ends)) || (isClamped && whole)) {
          const place = cutter.closest('td, dd, th')?.getAttribute('data-label') ?? cutter.className;
          found.push(
            `${JSON.stringify(text.slice(0, 60))} in ${cutter.tagName.toLowerCase()} ${place} by ${Math.round(end - left - cutter.clientWidth)} px`,
          );
          break;
        }
        // from here on only what is left of it can be cut
        [start, end] = [Math.max(start, left), Math.min(end, left + cutter.clientWidth)];
      }
      if (isBlock && !/^(?:block|table-cell|list-item|flow-root)$/.test(style.display)) isLine = false;
      else if (isBlock && cutter !== owner) isLine = isLine && style.display === 'table-cell' ? isLine : false;
    }
    // a figure that is broken over two lines reads as two
    if (whole && !/\s/.test(text) && range.getClientRects().length > 1) {
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1 && text.length <= 24) found.push(`${JSON.stringify(text)} is broken over ${tops.size} lines`);
    }
  }
  return [...new Set(found)];
}
