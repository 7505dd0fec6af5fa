import { exampleChoices, useChoices } from './choice-options.ts';
import { textOf, type CellProps, type Example } from './cell.ts';
import './cell.css';

/** What was chosen of what a call offers, or one of it, by the words of that call. */
export function ChoicesCell({ field, value }: CellProps) {
  const { choices } = useChoices(field);
  const chosen = (Array.isArray(value) ? value : [value]).map(textOf).filter((each) => each !== '');
  if (chosen.length === 0) return <span className="wc-none">–</span>;
  return (
    <span className="wc-tags">
      {chosen.map((each) => (
        <span key={each} className="wc-tag" title={each}>
          {choices.find((choice) => choice.value === each)?.name ?? each}
        </span>
      ))}
    </span>
  );
}

export const examples: Example[] = [{ name: 'choices cell', field: exampleChoices, value: ['link.loss', 'no.more'] }];
